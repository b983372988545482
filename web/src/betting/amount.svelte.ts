// A number of chips that is set by steps or typed. What was typed stands as it is until it is mended: a number that may not be
// chosen never becomes another one by itself.

export class Amount {
  readonly #range: () => { least: number; most: number };
  #last = $state(0);
  #typed = $state<string | null>(null);

  constructor(range: () => { least: number; most: number }, first: number) {
    this.#range = range;
    this.#last = this.fits(first) ? first : range().least;
  }

  // Getters, since the field is left once more when it goes with its decision, and nothing derived may be read then
  /** What was typed can't be chosen; an empty field stands for the last number. */
  get wrong(): boolean {
    return !!this.#typed?.trim() && !this.fits(Number(this.#typed));
  }
  /** The number that is chosen: what was typed, or the last one that could be. */
  get value(): number {
    return this.#typed?.trim() && !this.wrong ? Number(this.#typed) : this.#within(this.#last);
  }
  /** What stands in the field. */
  get text(): string {
    return this.#typed ?? String(this.value);
  }

  #within(n: number): number {
    const { least, most } = this.#range();
    return Math.min(Math.max(n, least), most);
  }
  fits(n: number): boolean {
    return Number.isInteger(n) && n === this.#within(n);
  }
  set(n: number): void {
    this.#last = this.#within(n);
    this.#typed = null;
  }
  type(text: string): void {
    this.#last = this.value;
    this.#typed = text;
  }
  /** The field is left: it shows again what is chosen, unless that is wrong. */
  leave(): void {
    if (!this.wrong) this.set(this.value);
  }
}
