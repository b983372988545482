import { mount } from 'svelte';
import App from './App.svelte';
import { router } from './lib/router.svelte';
import { apply } from './lib/settings.svelte';

router.start();
apply();

const target = document.getElementById('app');
if (target) mount(App, { target });
