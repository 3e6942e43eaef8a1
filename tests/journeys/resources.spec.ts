/**
 * A resource defined only in config: the example `sims.json` is copied into the config folder of a running built
 * server, and is used.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { translate } from '../../src/tools/translate'
import { applyConfigChange, type ConfigFolder, copyConfig } from '../support/configFolder'
import {
  expect,
  fitsTheWidth,
  follow,
  type Level,
  type Page,
  PHONE,
  type Site,
  startSite,
  test,
} from '../support/journey'
import { ask, button, choose, find, input, label, rows, search } from '../support/records'
import { root } from '../support/source'

const SIMS = '/api/resources/sims'
const labelOf = (field: string) => label('examples/sims', field)

interface SimsFile {
  path?: string
  menu: { label?: { ko: string }; slot: 'bar' | 'settings' }
  label: { ko: string }
  access: Record<string, Level>
  fields: Record<string, { max?: number; choices?: { value: string; label: string }[] }>
}
const file = () => JSON.parse(readFileSync(join(root, 'config/examples/sims.json'), 'utf8')) as SimsFile
const address = () => file().path ?? '/app/sims'
const carrier = (nth: number) => file().fields.carrier!.choices![nth]!

// The tests share one server and run one after the other.
test.describe.configure({ mode: 'default' })

let site: Site & { config: ConfigFolder }
let config: ConfigFolder
test.beforeAll(async () => {
  config = await copyConfig()
  const started = await startSite({ data: process.env.JOURNEY_SEED, env: { FLEET_CONFIG: config.path } })
  site = { ...started, config }
})
test.afterAll(async () => {
  await site.stop()
  await config.discard()
})

/** Ensures that the file is in the folder and active, even if an earlier test failed without it. */
async function ensureDropped(): Promise<void> {
  if ((await ask(site, 'master', 'GET', SIMS)).status === 200) return
  await applyConfigChange(site, () => config.drop('config/examples/sims.json', 'resources/sims.json'))
}

let iccids = 0
const iccid = () => `898230000000${String(10_000_000 + ++iccids).slice(1)}`

const make = (values: Record<string, unknown> = {}, who: Level = 'vendor') =>
  ask<{ id: number }>(site, who, 'POST', SIMS, {
    iccid: iccid(),
    carrier: carrier(0).value,
    plan: 'IoT 100',
    activated: '2026-01-05',
    cost: 1100,
    ...values,
  }) as unknown as Promise<Record<string, unknown> & { id: number; iccid: string; status: number }>

async function menuEntry(page: Page): Promise<void> {
  const { menu, label: name } = file()
  const words = menu.label?.ko ?? name.ko
  if (menu.slot === 'settings') {
    await page.getByRole('button', { name: translate('shell.nav.settings') }).click()
    await page.getByRole('menuitem', { name: words }).click()
  } else
    await page
      .getByRole('navigation', { name: translate('shell.nav.main') })
      .first()
      .getByRole('link', { name: words })
      .click()
}

test('without the file neither the page nor the API exists', async ({ open }) => {
  const page = await open('master', address(), { site })
  await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
  expect((await ask(site, 'master', 'GET', SIMS)).status).toBe(404)
})

test('with the file it has a menu entry, a list, a form and a record', async ({ open }) => {
  await ensureDropped()
  const page = await open('vendor', '/app/devices', { site })
  await menuEntry(page)
  await expect(page).toHaveURL(new RegExp(`${address()}(\\?|$)`))
  await button.create(page).first().click()
  await expect(button.save(page)).toBeVisible()
  const number = iccid()
  await input(page, labelOf('iccid')).fill(number)
  await choose(page, labelOf('carrier'), carrier(1).label)
  await input(page, labelOf('plan')).fill('IoT 무제한')
  await input(page, labelOf('cost')).fill('3300')
  await input(page, labelOf('note')).fill('첫 줄\n둘째 줄')
  const device = await firstDevice('vendor')
  await input(page, labelOf('device')).fill(device.isdn)
  await page.getByRole('option', { name: grouped(device.isdn) }).click()
  await button.save(page).click()
  await expect(page).toHaveURL(new RegExp(`${address()}(\\?|$)`))
  const row = await find(page, number)
  await expect(row).toContainText(carrier(1).label)
  await expect(row).toContainText('3,300')
  await expect(row).toContainText(grouped(device.isdn))
})

const grouped = (number: string) => number.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1-$2-$3')

async function firstDevice(who: Level): Promise<{ id: string; isdn: string }> {
  const answer = await fetch(`${site.url}/api/devices?page_limit=1`, {
    headers: { authorization: `Bearer ${await site.token(who)}` },
  })
  return ((await answer.json()) as { data: { id: string; isdn: string }[] }).data[0]!
}

test('the server searches, filters and sorts it; it is changed, deleted, and limited to the own vendor', async ({
  open,
}) => {
  await ensureDropped()
  // No other card of these journeys has this prefix.
  const stem = '89823999999999999'
  const sims: Awaited<ReturnType<typeof make>>[] = []
  for (const [nth, cost] of [900, 12_000, 5_000].entries())
    sims.push(await make({ iccid: `${stem}${10 + nth}`, cost, carrier: carrier(nth === 0 ? 0 : 1).value }))
  const sim = await make({ plan: '옛 요금제' })
  const foreign = await make({}, 'master')
  const page = await open('vendor', address(), { site })

  await test.step('records of another vendor are not found', async () => {
    await find(page, sim.iccid)
    await search(page).fill(foreign.iccid)
    await expect(rows(page)).toHaveCount(0)
    expect((await ask(site, 'vendor', 'GET', `${SIMS}/${foreign.id}`)).status).toBe(404)
    expect((await ask(site, 'vendor', 'DELETE', `${SIMS}/${foreign.id}`)).status).toBe(404)
    expect((await ask(site, 'master', 'GET', `${SIMS}/${foreign.id}`)).status).toBe(200)
  })
  await test.step('it is changed and deleted', async () => {
    await button.edit(await find(page, sim.iccid)).click()
    await expect(page).toHaveURL(`${address()}/edit/${sim.id}`)
    await input(page, labelOf('plan')).fill('새 요금제')
    await button.save(page).click()
    await expect(page.getByText('유심을 수정하였습니다.')).toBeVisible()
    await page.goto(`${address()}/edit/${sim.id}`)
    await expect(input(page, labelOf('plan'))).toHaveValue('새 요금제')
    await follow(page, address())
    const row = await find(page, sim.iccid)
    await button.remove(row).click()
    await button.yes(page).click()
    await expect(row).toHaveCount(0)
    expect((await ask(site, 'vendor', 'GET', `${SIMS}/${sim.id}`)).status).toBe(404)
  })
  await test.step('the server filters and sorts it, numbers numerically', async () => {
    await search(page).fill(stem)
    await expect(page).toHaveURL(url => (url.searchParams.get('filter') ?? '').includes(stem))
    await expect(rows(page)).toHaveCount(3)
    const head = page.getByRole('columnheader', { name: /^월 요금/ })
    await head.getByRole('button').first().click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(page).nth(0)).toContainText(sims[0]!.iccid)
    await expect(rows(page).nth(2)).toContainText(sims[1]!.iccid)
    await choose(page, labelOf('carrier'), carrier(0).label)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(sims[0]!.iccid)
  })
  await test.step('invalid input is reported at its field, and refused by the server too', async () => {
    await follow(page, `${address()}/edit/0`)
    await button.save(page).click()
    await expect(input(page, labelOf('iccid'))).toHaveAttribute('aria-invalid', 'true')
    await expect(input(page, labelOf('iccid'))).toBeFocused()
    const refused = await make({ iccid: '', carrier: 'nobody', cost: 'much' })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.errors as object).sort()).toEqual(['carrier', 'cost', 'iccid'])
  })
})

test('each level may do exactly what the file permits', async ({ open }) => {
  await ensureDropped()
  const { access } = file()
  const rank: Record<string, number> = { none: 0, guest: 1, client: 3, vendor: 6, master: 9 }
  const sim = await make({}, 'vendor')
  for (const who of ['guest', 'client', 'vendor', 'master'] as const) {
    const may = (action: string) => rank[who]! >= rank[access[action]!]!
    const page = await open(who, address(), { site })
    if (!may('list')) {
      await expect(page.getByText(translate('shell.denied.sentence'))).toBeVisible()
      expect((await ask(site, who, 'GET', SIMS)).status).toBe(403)
    } else {
      const row = await find(page, sim.iccid)
      await expect(button.edit(row)).toHaveCount(may('edit') ? 1 : 0)
      await expect(button.remove(row)).toHaveCount(may('delete') ? 1 : 0)
      await expect(button.create(page).first()).toBeVisible({ visible: may('create') })
    }
    if (!may('create')) expect((await make({}, who)).status).toBe(403)
    if (!may('delete')) expect((await ask(site, who, 'DELETE', `${SIMS}/${sim.id}`)).status).toBe(403)
  }
})

test('on a phone the list shows cards without horizontal overflow', async ({ open }) => {
  await ensureDropped()
  await make()
  const page = await open('vendor', address(), { site, viewport: PHONE, hasTouch: true, isMobile: true })
  await expect(page.getByRole('list', { name: file().label.ko }).getByRole('listitem').first()).toBeVisible()
  expect(await fitsTheWidth(page)).toBe(true)
  await page.goto(`${address()}/edit/0`)
  await expect(button.save(page)).toBeVisible()
  expect(await fitsTheWidth(page)).toBe(true)
})

test('without the file it disappears, and with the file back it still has its records', async ({ open }) => {
  await ensureDropped()
  const sim = await make()
  await applyConfigChange(site, () => config.remove('resources/sims.json'))
  expect((await ask(site, 'master', 'GET', SIMS)).status).toBe(404)
  const page = await open('vendor', address(), { site })
  await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
  await applyConfigChange(site, () => config.drop('config/examples/sims.json', 'resources/sims.json'))
  await page.goto(address())
  await find(page, sim.iccid)
})
