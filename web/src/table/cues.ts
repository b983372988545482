// What can be heard at a table. `synth.ts` puts it together.
import type { Sound } from '../wire/messages';

/** A sound that goes with a line, or with something that only this screen shows. */
export type Cue = Exclude<Sound, 'none'> | 'slide' | 'flip' | 'thud' | 'tumble' | 'turn' | 'win';
