// The names of the sounds of a table. `synth.ts` makes them.
import type { Sound } from '../wire/messages';

/** A sound that goes with a line, or with something that only this screen shows. */
export type Cue = Exclude<Sound, 'none'> | 'slide' | 'flip' | 'thud' | 'tumble' | 'turn' | 'win';
