// A number of chips that is set by steps or typed. A typed number stays in the field until the player corrects it: a number that
// isn't allowed is never replaced by another one.

export class Amount {
  readonly #range: () => { least: number; most: number };
  #last = $state(0);
  #typed = $state<string | null>(null);

  constructor(range: () => { least: number; most: number }, first: number) {
    this.#range = range;
    this.#last = this.fits(first) ? first : range().least;
  }

  // Getters, because the field loses the focus when it is removed with its decision, and derived values mustn't be read then
  /** Whether the typed number isn't allowed; an empty field stands for the last allowed one. */
  get wrong(): boolean {
    return !!this.#typed?.trim() && !this.fits(Number(this.#typed));
  }
  /** The chosen number: the typed one, or the last allowed one. */
  get value(): number {
    return this.#typed?.trim() && !this.wrong ? Number(this.#typed) : this.#within(this.#last);
  }
  /** The text in the field. */
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
  /** Called when the field loses the focus: it shows the chosen number again, unless the typed one isn't allowed. */
  leave(): void {
    if (!this.wrong) this.set(this.value);
  }
}
