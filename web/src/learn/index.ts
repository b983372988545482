// First lessons by the name of their game; each is fetched when somebody takes it.
import type { Component } from 'svelte';

const LESSONS: Record<string, () => Promise<{ default: Component }>> = {
  crash: () => import('./Crash.svelte'),
  brag: () => import('./Brag.svelte'),
  stop_the_bus: () => import('./StopTheBus.svelte'),
};

/** Whether a game has a lesson. */
export const taught = (game: string): boolean => game in LESSONS;

/** The lesson of a game that has one. */
export async function lessonOf(game: string): Promise<Component | null> {
  return (await LESSONS[game]?.())?.default ?? null;
}
