// A small path router. Links stay plain <a href>; a click on one that leads to a page of ours is taken over here.

export type Route =
  | { page: 'home' }
  | { page: 'new' }
  | { page: 'table'; id: string }
  | { page: 'join'; code: string }
  | { page: 'join'; admitted: string }
  | { page: 'replay'; id: string; round: number }
  | { page: 'review'; id: string; round: number }
  | { page: 'rules'; game: string }
  | { page: 'options'; game: string }
  | { page: 'table-rules'; id: string }
  | { page: 'learn'; game: string }
  | { page: 'shared'; share: string }
  | { page: 'settings' }
  | { page: 'check' }
  | { page: 'missing' };

const number = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

/** An invitation, as it stands behind the # of a table's address. */
const INVITATION = /^#[\w-]{22}$/;

/** The route of an address. */
export function match(path: string, hash = ''): Route {
  let parts: string[];
  try {
    parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'missing' };
  }
  const [first, second, third] = parts;
  const round = number(third);
  switch (parts.length) {
    case 0:
      return { page: 'home' };
    case 1:
      if (first === 'new' || first === 'settings' || first === 'check') return { page: first };
      if (first === 'rules' || first === 'learn') return { page: first, game: '' };
      break;
    case 2:
      if (first === 't' && second && INVITATION.test(hash)) return { page: 'join', code: hash.slice(1) };
      if (first === 't' && second) return { page: 'table', id: second };
      if (first === 'shared' && second) return { page: 'shared', share: second };
      if (first === 'join' && second) return { page: 'join', code: second };
      if ((first === 'rules' || first === 'learn') && second) return { page: first, game: second };
      break;
    case 3:
      if (first === 'rules' && second && third === 'options') return { page: 'options', game: second };
      if (first === 't' && second && third === 'rules') return { page: 'table-rules', id: second };
      if (first === 't' && second && third === 'in') return { page: 'join', admitted: second };
      if ((first === 'replay' || first === 'review') && second && round !== undefined) return { page: first, id: second, round };
      break;
  }
  return { page: 'missing' };
}

class Router {
  /** The present route. */
  route = $state.raw<Route>(match(location.pathname, location.hash));
  /** Number of pages visited, which tells the first page from the others. */
  visits = $state(0);

  start(): void {
    addEventListener('popstate', () => this.#arrive());
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.href || link.target || link.hasAttribute('download')) return;
      const url = new URL(link.href);
      if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
      if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
      event.preventDefault();
      this.go(url.pathname + url.search + url.hash);
    });
  }

  /** Goes to another page. */
  go(path: string, how: { replace?: boolean } = {}): void {
    if (how.replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.#arrive();
    if (!location.hash) scrollTo(0, 0);
  }

  #arrive(): void {
    const next = match(location.pathname, location.hash);
    if (JSON.stringify(next) === JSON.stringify(this.route)) return;
    this.route = next;
    this.visits += 1;
  }
}

export const router = new Router();
/** Goes to another page. */
export const go = (path: string, how?: { replace?: boolean }): void => router.go(path, how);
