// The rules of a table that is being set up: which game, from which preset, what was changed, and what the server says of them.
import {
  Failure,
  sentence,
  type Game,
  type Option,
  type Preset,
  type Rules,
  type Suggested,
  type Value,
  type Values,
} from '../lib/api';
import { allOwnRules, dropOwnRules, fromFile, keepOwnRules, type OwnRules } from '../lib/ownRules';
import { t } from '../words';

/** Has the server complete a preset with what differs from it, or say why it can't be played. */
type Check = (game: string, preset: string, given: Values, signal: AbortSignal) => Promise<Rules>;

export interface Group {
  name: string;
  options: Option[];
}

const NO_GAME: Game = { name: '', title: '', text: '', options: [], presets: [], bots: [], levels: {}, clocks: [] };

/** A value as people call it. */
const called = (option: Option, value: Value): string =>
  option.values.find((each) => each.value === value)?.title ?? String(value);

/** A text to look in: small letters without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export class RulesForm {
  readonly games: readonly Game[];
  gameName = $state('');
  presetName = $state('');
  /** What was set by hand, and differs from the preset. */
  given = $state.raw<Values>({});
  /** Under which name they are kept and passed on. */
  name = $state('');
  /** As the server completed them; of before, while something clashes. */
  checked = $state.raw<Rules>();
  clash = $state.raw<Failure>();
  asking = $state(false);
  /** Groups of options that stand open, by name. */
  readonly unfolded = $state<Record<string, boolean>>({});
  /** Changes that were given up for another preset, and may be wanted back. */
  aside = $state.raw<OwnRules>();
  /** Rules of one's own that this browser keeps. */
  own = $state.raw<readonly OwnRules[]>([]);
  /** What was done, in a sentence. */
  said = $state('');
  /** What couldn't be, in a sentence. */
  refused = $state('');
  /** What was set before each change, the last one at the end. */
  #past = $state.raw<readonly Values[]>([]);
  readonly #check: Check;
  #question: AbortController | undefined;

  constructor(games: readonly Game[], check: Check) {
    this.games = games;
    this.#check = check;
    this.own = allOwnRules();
  }

  readonly game = $derived.by(() => this.games.find((each) => each.name === this.gameName) ?? NO_GAME);
  readonly preset = $derived.by(() => this.game.presets.find((each) => each.name === this.presetName));
  readonly values = $derived.by<Values>(() => ({ ...this.preset?.values, ...this.checked?.values, ...this.given }));
  /** What was changed, in the order of the rules, with the titles of what holds now and what the preset says. */
  readonly differences = $derived.by(() =>
    this.game.options.flatMap((option) => {
      const now = this.given[option.name];
      if (now === undefined) return [];
      return [{ option, now: called(option, now), was: called(option, this.preset?.values[option.name] ?? option.default) }];
    }),
  );
  /** What is looked for among the rules. */
  sought = $state('');
  /** The rules in which all words that are looked for stand; nothing where none are. */
  readonly found = $derived.by(() => {
    const words = plain(this.sought).split(/\s+/).filter(Boolean);
    if (!words.length) return undefined;
    return this.game.options.filter((option) => {
      const text = plain([option.title, option.help, option.group, ...option.values.map((each) => each.title)].join(' '));
      return words.every((word) => text.includes(word));
    });
  });
  /** How many options differ from the preset. */
  readonly count = $derived.by(() => Object.keys(this.given).length);
  readonly current = $derived.by<OwnRules>(() => ({
    title: this.name.trim(),
    game: this.gameName,
    preset: this.presetName,
    options: this.given,
  }));
  readonly groups = $derived.by(() => {
    const found: Group[] = [];
    for (const option of this.game.options) {
      const group = found.find((each) => each.name === option.group);
      if (group) group.options.push(option);
      else found.push({ name: option.group, options: [option] });
    }
    return found;
  });
  /** The options that are set to something to mind, and what that is. */
  readonly minded = $derived.by(() =>
    this.game.options.flatMap((option) => {
      const warning = option.values.find((each) => each.value === this.values[option.name])?.warning;
      return warning && !(option.name in (this.checked?.unused ?? {})) ? [{ option, warning }] : [];
    }),
  );
  /** The two options that don't go together, by name; empty where the sentence names none. */
  readonly clashAt = $derived.by(() => ({ option: this.#detail('option'), other: this.#detail('other') }));
  /** Why the rules can't be played, with options and values as they stand on the page. */
  readonly clashText = $derived.by(() => this.#humane(this.clash?.message ?? ''));

  get canPutBack(): boolean {
    return this.#past.length > 0;
  }

  titleOf(name: string): string {
    return this.#option(name)?.title ?? name;
  }

  /** What would suit the other rules better; nothing where one was chosen by hand. */
  suggestedFor(name: string): Suggested | undefined {
    return name in this.given ? undefined : this.checked?.suggested[name];
  }

  suggestedIn(group: Group): number {
    return group.options.filter((each) => this.suggestedFor(each.name)).length;
  }

  changedIn(group: Group): number {
    return group.options.filter((each) => each.name in this.given).length;
  }

  clashIn(group: Group): boolean {
    return group.options.some((each) => each.name === this.clashAt.option || each.name === this.clashAt.other);
  }

  /** Begins anew from a preset; the game's first one, if none is named. */
  start(game: string, preset?: string): void {
    if (this.count) this.aside = this.current;
    this.name = '';
    this.said = '';
    this.#choose(game, preset ?? this.#gameOf(game)?.presets[0]?.name ?? '', {});
  }

  set(name: string, value: Value): void {
    if (this.values[name] === value) return;
    this.#past = [...this.#past, this.given];
    const { [name]: _was, ...others } = this.given;
    this.given = this.preset?.values[name] === value ? others : { ...this.given, [name]: value };
    void this.#ask();
  }

  /** Takes the last change back. */
  putBack(): void {
    this.given = this.#past.at(-1) ?? this.given;
    this.#past = this.#past.slice(0, -1);
    void this.#ask();
  }

  /** Takes rules as they were kept or sent; says whether there is such a game and preset here. */
  take(next: OwnRules): boolean {
    const its = this.#gameOf(next.game);
    const base = its?.presets.find((each) => each.name === next.preset) ?? (next.preset === '' ? its?.presets[0] : undefined);
    if (!its || !base) {
      this.refused = t('new.file.unknown');
      return false;
    }
    this.refused = '';
    this.name = next.title;
    this.#choose(its.name, base.name, differing(base, next.options));
    return true;
  }

  /** Takes the rules of a link. */
  takeLink(linked: OwnRules): boolean {
    if (!this.take(linked)) return false;
    // A mere choice of the game speaks for itself
    if (linked.title || linked.preset) this.said = t('new.opened', { name: linked.title || t('new.nameless') });
    return true;
  }

  /** Takes the rules of a file, by its text; undefined where it is far too long. */
  takeFile(name: string, text: string | undefined): void {
    const found = text === undefined ? undefined : fromFile(text);
    if (!found) this.refused = t('new.file.wrong', { name });
    else if (this.take(found)) this.said = t('new.opened', { name: found.title || name });
  }

  /** Brings back what was given up for another preset. */
  takeBack(): void {
    if (this.aside) this.take(this.aside);
    this.aside = undefined;
  }

  save(): void {
    if (!this.current.title) {
      this.said = t('new.own.nameless');
      return;
    }
    this.own = keepOwnRules(this.current);
    this.said = t('new.own.saved', { name: this.current.title });
  }

  drop(which: OwnRules): void {
    this.own = dropOwnRules(which);
    this.said = t('new.own.dropped', { name: which.title });
  }

  #gameOf(name: string): Game | undefined {
    return this.games.find((each) => each.name === name);
  }

  #option(name: string): Option | undefined {
    return this.game.options.find((each) => each.name === name);
  }

  #detail(field: string): string {
    const found = this.clash?.details[field];
    return typeof found === 'string' ? found : '';
  }

  /** `option=value` becomes “Option: Value”. */
  #humane(words: string): string {
    return words.replace(/(\w+)=([\w-]+)/g, (all, name: string, value: string) => {
      const option = this.#option(name);
      if (!option) return all;
      return t('new.value', {
        title: option.title,
        value: option.values.find((each) => each.value === value)?.title ?? value,
      });
    });
  }

  #choose(game: string, preset: string, given: Values): void {
    this.gameName = game;
    this.presetName = preset;
    this.given = given;
    this.#past = [];
    this.checked = undefined;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#question?.abort();
    const mine = (this.#question = new AbortController());
    this.asking = true;
    try {
      const held = await this.#check(this.gameName, this.presetName, this.given, mine.signal);
      if (mine.signal.aborted) return;
      this.checked = held;
      this.clash = undefined;
      // A text is spelled in one way, whatever somebody wrote
      for (const { name, free } of this.game.options)
        if (free && name in this.given && held.values[name] !== undefined)
          this.given = { ...this.given, [name]: held.values[name] };
    } catch (error) {
      if (mine.signal.aborted) return;
      this.clash = error instanceof Failure ? error : new Failure('server', sentence(error), 0);
      for (const group of this.groups) if (this.clashIn(group)) this.unfolded[group.name] = true;
    }
    this.asking = false;
  }
}

/** Options that aren't as the preset has them. */
const differing = (preset: Preset, options: Values): Values =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => preset.values[name] !== value));
