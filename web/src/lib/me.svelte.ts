// Who you are: a guest, made at once without asking, under a name that can be changed at any time.
import { t } from '../words';
import { api, Failure } from './api';
import { keep, load } from './store';

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

class Guest {
  id = $state('');
  name = $state('');
  #known: Promise<void> | undefined;

  /** Resolves when the server knows this person. */
  ready(): Promise<void> {
    this.#known ??= this.#meet().catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    });
    return this.#known;
  }

  async #meet(): Promise<void> {
    // A browser without a stored name has never been here, so there is nobody to look up
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

  /** Signs out in this browser, and goes to the first page as a new guest. */
  async signOut(): Promise<void> {
    await this.ready();
    await api.signOut();
    keep('name', '');
    location.assign('/');
  }

  /** Signs out everywhere else. */
  async signOutElsewhere(): Promise<void> {
    await this.ready();
    await api.signOutElsewhere();
  }

  /** Called when a table refused the connection: if the server doesn't know this person any more, becomes a guest of the same name. */
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
