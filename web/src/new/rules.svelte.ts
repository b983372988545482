// The rules of a table that is being set up: the game, the preset, the changed options, and the server's answer.
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

/** A value as people read it. */
const called = (option: Option, value: Value): string =>
  option.values.find((each) => each.value === value)?.title ?? String(value);

/** A text for searching: small letters without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export class RulesForm {
  readonly games: readonly Game[];
  gameName = $state('');
  presetName = $state('');
  /** The options that the person set, and that differ from the preset. */
  given = $state.raw<Values>({});
  /** The name under which the rules are stored and shared. */
  name = $state('');
  /** The rules as the server completed them; while there is a conflict, those before it. */
  checked = $state.raw<Rules>();
  clash = $state.raw<Failure>();
  asking = $state(false);
  /** Open groups of options, by name. */
  readonly unfolded = $state<Record<string, boolean>>({});
  /** Changes that were dropped when another preset was chosen, and that can be restored. */
  aside = $state.raw<OwnRules>();
  /** The person's own rules in this browser. */
  own = $state.raw<readonly OwnRules[]>([]);
  /** A sentence about what was done. */
  said = $state('');
  /** A sentence about what couldn't be done. */
  refused = $state('');
  /** The options before each change, the newest last. */
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
  /** The changed options in the order of the rules, with the titles of the present value and of the preset's value. */
  readonly differences = $derived.by(() =>
    this.game.options.flatMap((option) => {
      const now = this.given[option.name];
      if (now === undefined) return [];
      return [{ option, now: called(option, now), was: called(option, this.preset?.values[option.name] ?? option.default) }];
    }),
  );
  /** The words that the person searches for. */
  sought = $state('');
  /** The options that contain all these words; undefined without words. */
  readonly found = $derived.by(() => {
    const words = plain(this.sought).split(/\s+/).filter(Boolean);
    if (!words.length) return undefined;
    return this.game.options.filter((option) => {
      const text = plain([option.title, option.help, option.group, ...option.values.map((each) => each.title)].join(' '));
      return words.every((word) => text.includes(word));
    });
  });
  /** Number of options that differ from the preset. */
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
  /** The options whose values have a warning, with the warnings. */
  readonly minded = $derived.by(() =>
    this.game.options.flatMap((option) => {
      const warning = option.values.find((each) => each.value === this.values[option.name])?.warning;
      return warning && !(option.name in (this.checked?.unused ?? {})) ? [{ option, warning }] : [];
    }),
  );
  /** The names of the two options that conflict; empty if the sentence names none. */
  readonly clashAt = $derived.by(() => ({ option: this.#detail('option'), other: this.#detail('other') }));
  /** The reason why the rules can't be played, with options and values as the page shows them. */
  readonly clashText = $derived.by(() => this.#humane(this.clash?.message ?? ''));

  get canPutBack(): boolean {
    return this.#past.length > 0;
  }

  titleOf(name: string): string {
    return this.#option(name)?.title ?? name;
  }

  /** A value that suits the other options better; undefined if the person set the option. */
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

  /** Undoes the last change. */
  putBack(): void {
    this.given = this.#past.at(-1) ?? this.given;
    this.#past = this.#past.slice(0, -1);
    void this.#ask();
  }

  /** Loads stored or received rules; returns whether their game and preset exist here. */
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

  /** Loads the rules of a link. */
  takeLink(linked: OwnRules): boolean {
    if (!this.take(linked)) return false;
    // A mere choice of the game speaks for itself
    if (linked.title || linked.preset) this.said = t('new.opened', { name: linked.title || t('new.nameless') });
    return true;
  }

  /** Loads the rules of a file from its text; the text is undefined if the file is far too long. */
  takeFile(name: string, text: string | undefined): void {
    const found = text === undefined ? undefined : fromFile(text);
    if (!found) this.refused = t('new.file.wrong', { name });
    else if (this.take(found)) this.said = t('new.opened', { name: found.title || name });
  }

  /** Restores the changes that were dropped for another preset. */
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

/** The options that differ from the preset. */
const differing = (preset: Preset, options: Values): Values =>
  Object.fromEntries(Object.entries(options).filter(([name, value]) => preset.values[name] !== value));
