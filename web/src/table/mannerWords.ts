// What bots say when a deal is over.
import { words } from '../words';

export const t = words({
  'won.0': '{name}: “I’ll have that.”',
  'won.1': '{name}: “Ta very much.”',
  'won.2': '{name}: “That’ll do nicely.”',
  'won.3': '{name}: “Get in!”',
  'won.4': '{name}: “Same again, please.”',
  'lost.0': '{name}: “Well, that was rubbish.”',
  'lost.1': '{name}: “Robbed!”',
  'lost.2': '{name}: “You can’t win them all.”',
  'lost.3': '{name}: “Right, I’m awake now.”',
  'lost.4': '{name}: “Who dealt this?”',
});
