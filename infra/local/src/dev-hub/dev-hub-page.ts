import { LOCALES } from '@heartline/contracts';
import { LANGUAGES } from '@heartline/i18n';
import { DEMO_PASSWORD } from '../demo-world/index.ts';
import { type Html, html } from '../pages/html.ts';
import { page, time } from '../pages/page.ts';
import { DEMO_OPERATOR } from '../seed/seed-operator.ts';
import type { DevHubOptions } from './dev-hub-options.ts';
import type { PartHealth } from './health.ts';
import { OPERATOR_ROLE } from './sign-in-operator.ts';
import { ROLES, type RoleName } from './sign-ins.ts';

interface DevHubView extends Pick<DevHubOptions, 'places' | 'stack'> {
  health: readonly PartHealth[];
  aheadMs: number;
}

/** Everything about the running house on one page. */
export function devHubPage(view: DevHubView): string {
  const body = html`${welcome(view)}${people(view)}${clock(view.aheadMs)}${parts(view)}`;
  return page({ title: 'Heartline hub', body, places: view.places, current: 'devHub' });
}

function welcome({ stack }: DevHubView): Html {
  const sites = stack.gateways.map(
    ({ origin }) =>
      html`<a class="button" href="${origin}" target="_blank" rel="noopener">${origin.replace('http://', '')}</a>`,
  );
  return html`<section><h1>Heartline is running</h1>
    <p class="quiet">Two gateways, each under a host name of its own, so that two people can be signed in side by side in one browser.</p>
    <div class="actions">${sites}<a class="button" href="/queues" target="_blank" rel="noopener">Jobs</a><a class="button" href="/load/" target="_blank" rel="noopener">Load runs</a></div></section>`;
}

/** The face of a demo account; somebody new has none yet. */
function face(role: RoleName): Html {
  if (role === 'fresh') return html`<span class="face title">?</span>`;
  return html`<img class="face" src="/faces/${role}" alt="" width="64" height="80" loading="lazy">`;
}

function people({ stack }: DevHubView): Html {
  const languages = LOCALES.map((locale) => html`<option value="${locale}">${LANGUAGES[locale]}</option>`);
  const cards = (Object.keys(ROLES) as RoleName[]).map((role) => {
    const { name, about } = ROLES[role];
    const links = stack.gateways.map(
      (gateway) =>
        html`<button name="as" value="${role}@${gateway.name}" aria-label="${name} on ${gateway.name}">on ${gateway.name}</button>`,
    );
    return html`<div class="card person">${face(role)}
      <div><h3>${name}</h3><p class="quiet small">${about}</p><div class="actions">${links}</div></div></div>`;
  });
  const desks = stack.gateways.map(
    ({ name }) =>
      html`<button name="as" value="${OPERATOR_ROLE}@${name}" aria-label="Operator on ${name}">on ${name}</button>`,
  );
  return html`<section><h2>Sign in as</h2>
    <p class="quiet">One click opens a window, signed in. With the form of the site: <code>mara@demo.example</code> or <code>jonas@demo.example</code>, password <code>${DEMO_PASSWORD}</code>.</p>
    <form action="/sign-in" method="get" target="_blank">
    <p><label class="quiet" for="language">Language</label> <select id="language" name="language"><option value="">their own</option>${languages}</select></p>
    <div class="grid">${cards}<div class="card person"><span class="face title">O</span>
      <div><h3>Operator</h3><p class="quiet small">Answers for fictional profiles at <code>/operator</code>: <code>${DEMO_OPERATOR}</code>, the same password.</p><div class="actions">${desks}</div></div></div></div></form></section>`;
}

function clock(aheadMs: number): Html {
  const steps = [
    ['1', '+ 1 hour'],
    ['4', '+ 4 hours'],
    ['24', '+ 1 day'],
    ['now', 'Back to now'],
  ] as const;
  const hours = aheadMs / 3_600_000;
  return html`<section><h2>The clock</h2>
    <p class="quiet">Every process follows it within a second. Put it four hours forward and a welcome bonus ends before your eyes.</p>
    <div class="actions"><span class="num">${time(Date.now() + aheadMs)}</span>
    ${aheadMs > 0 && html`<span class="chip warn">${hours} h ahead</span>`}
    <form method="post" action="/clock">${steps.map(([value, label]) => html`<button name="hours" value="${value}">${label}</button>`)}</form></div></section>`;
}

function parts({ health }: DevHubView): Html {
  const rows = health.map(
    ({ name, ok, words }) => html`<div class="part"><span>${name}</span>
      <span class="chip ${ok ? 'good' : 'bad'}">${ok ? 'well' : 'not well'}</span><span class="quiet small">${words}</span></div>`,
  );
  return html`<section><h2>Parts</h2><div class="rows">${rows}</div></section>`;
}
