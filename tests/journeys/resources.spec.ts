/**
 * A resource defined only in config: the example `sims.json` is copied into the config folder of a running built
 * server, and is used.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatPhone } from '../../src/domain/phone'
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { applyConfigChange, dropExamples } from '../support/configFolder'
import { expect, fitsTheWidth, follow, type Level, type Site, test } from '../support/journey'
import {
  ask,
  button,
  choose,
  devicesOf,
  find,
  input,
  label,
  openForm,
  saveAndExpect,
} from '../support/records'
import { root } from '../support/source'

const SIMS = '/api/resources/sims'
const LIST = '/app/sims'
const labelOf = (field: string) => label('examples/sims', field)

interface SimsFile {
  label: { ko: string }
  access: Record<string, Level>
  list: { columns: unknown[] }
  fields: Record<string, { choices?: { value: string; label: string }[] }>
}
const FILE = JSON.parse(readFileSync(join(root, 'config/examples/sims.json'), 'utf8')) as SimsFile
const carrier = (nth: number) => FILE.fields.carrier!.choices![nth]!

let iccids = 0
const iccid = () => `898230${String(process.pid).padStart(8, '0')}${String(100_000 + ++iccids).slice(1)}`

interface Sim {
  id: number
  iccid: string
  status: number
  errors?: Record<string, string>
}

const make = async (site: Site, values: Record<string, unknown> = {}, who: Level = 'vendor') => {
  const sim = {
    iccid: iccid(),
    carrier: carrier(0).value,
    plan: 'IoT 100',
    activated: '2026-01-05',
    cost: 1100,
  }
  const made: unknown = await ask(site, who, 'POST', SIMS, { ...sim, ...values })
  return made as Sim
}

test('a resource comes and goes with its file; its records stay', async ({ open, configSite: site }) => {
  const page = await open('vendor', LIST, { site })
  await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
  expect((await ask(site, 'master', 'GET', SIMS)).status).toBe(404)
  await dropExamples(site, 'sims')

  const number = iccid()
  const { isdn } = (await devicesOf(site, 'vendor', 'page_limit=1')).data[0]!
  const grouped = formatPhone(isdn)
  await test.step('a record is created; invalid input is reported at its field, and refused by the server too', async () => {
    await page.goto('/app/devices')
    const bar = page.getByRole('navigation', { name: translate('shell.nav.main') }).first()
    await bar.getByRole('link', { name: FILE.label.ko }).click()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    await button.create(page).first().click()
    await button.save(page).click()
    await expect(input(page, labelOf('iccid'))).toHaveAttribute('aria-invalid', 'true')
    await expect(input(page, labelOf('iccid'))).toBeFocused()
    const refused = await make(site, { iccid: '', carrier: 'nobody', cost: 'much' })
    expect([refused.status, Object.keys(refused.errors!).sort()]).toEqual([422, ['carrier', 'cost', 'iccid']])
    await input(page, labelOf('iccid')).fill(number)
    await choose(page, labelOf('carrier'), carrier(1).label)
    await input(page, labelOf('plan')).fill('IoT 무제한')
    await input(page, labelOf('cost')).fill('3300')
    await input(page, labelOf('device')).fill(isdn)
    await page.getByRole('option', { name: grouped }).click()
    await button.save(page).click()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    const row = await find(page, number)
    for (const text of [carrier(1).label, '3,300', grouped]) await expect(row).toContainText(text)
  })
  await test.step('the record is changed and deleted', async () => {
    await openForm(page, await find(page, number))
    await input(page, labelOf('plan')).fill('새 요금제')
    await saveAndExpect(page, '유심을 수정하였습니다.')
    await openForm(page, await find(page, number))
    await expect(input(page, labelOf('plan'))).toHaveValue('새 요금제')
    await follow(page, LIST)
    const row = await find(page, number)
    await button.remove(row).click()
    await button.yes(page).click()
    await expect(row).toHaveCount(0)
  })
  const sim = await make(site)
  await test.step('without its file the resource is gone; with the file its records are back', async () => {
    await applyConfigChange(site, () => site.config.remove('resources/sims.json'))
    expect((await ask(site, 'master', 'GET', SIMS)).status).toBe(404)
    await page.goto(LIST)
    await expect(page.getByText(translate('shell.notFound.sentence'))).toBeVisible()
    await dropExamples(site, 'sims')
    await page.goto(LIST)
    await find(page, sim.iccid)
  })
  await test.step('with an error in the file the last good one stays in force, and masters see the place', async () => {
    await site.config.change<SimsFile>('resources/sims.json', ({ list }) => list.columns.push('modle'))
    const master = await open('master', LIST, { site, viewport: { width: 320, height: 640 } })
    const banner = master.getByRole('status').filter({ hasText: /sims\.json:\d+:\d+ \/list\/columns/ })
    await expect(async () => {
      await master.reload()
      await expect(banner).toContainText(translate('shell.configRefused.title'), { timeout: 2_000 })
    }).toPass()
    expect(await fitsTheWidth(master)).toBe(true)
    expect(await axeFindings(master)).toEqual([])
    await page.reload()
    await find(page, sim.iccid)
    await expect(page.getByText(translate('shell.configRefused.title'))).toHaveCount(0)
  })
})
