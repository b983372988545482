// Who you are: a guest, made at once without asking, under a name that can be changed at any time.
import { t } from '../words';
import { api, Failure } from './api';
import { keep, load } from './store';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

class Guest {
  id = $state('');
  name = $state('');
  #known: Promise<void> | undefined;

  /** Resolves when the server knows us. */
  ready(): Promise<void> {
    this.#known ??= this.#meet().catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    });
    return this.#known;
  }

  async #meet(): Promise<void> {
    // A browser that never kept a name has never been here: there is nobody to ask for
    const kept = load('name', '', isText);
    if (kept !== '') {
      try {
        this.#take(await api.me());
        return;
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 401) throw error;
      }
    }
    this.#take(await api.name(kept || this.#made()));
  }

  #made(): string {
    const names = t('me.names').split(' ');
    return names[Math.floor(Math.random() * names.length)] ?? 'Wren';
  }

  /** Takes another name. */
  async rename(name: string): Promise<void> {
    await this.ready();
    this.#take(await api.name(name));
  }

  /** Is nobody here any more, and goes to the front page as somebody new. */
  async signOut(): Promise<void> {
    await this.ready();
    await api.signOut();
    keep('name', '');
    location.assign('/');
  }

  /** Is nobody anywhere else any more. */
  async signOutElsewhere(): Promise<void> {
    await this.ready();
    await api.signOutElsewhere();
  }

  /** A table's line was refused: asks whether the server still knows us, and becomes somebody of the same name where it doesn't. */
  async again(): Promise<void> {
    await this.ready();
    this.#known = undefined;
    await this.ready();
  }

  #take(me: { id: string; name: string }): void {
    this.id = me.id;
    this.name = me.name;
    keep('name', me.name);
  }
}

export const me = new Guest();
