/** Bulk changes during a server outage, with changes from another tab, and when stopped halfway. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import korean from 'ra-language-korean'
import { freePort } from '../../src/tools/services/site'
import { translate } from '../../src/tools/translate'
import { bar, choose, devicesIn, dialog, listOf, makeDevices, pick, press } from '../support/bulk'
import { expect, PHONE, startSite, test } from '../support/journey'
import { ask, label, makeBatch, rows } from '../support/records'
import { choose as chooseFile, given, openDialog } from '../support/rosterDialog'

const edition = label('devices', 'edition')

test('a change, its undo and a sheet update survive a server outage and succeed after it', async ({
  open,
}) => {
  test.setTimeout(120_000)
  const at = await mkdtemp(join(tmpdir(), 'fleet-bulk-'))
  await cp(process.env.JOURNEY_SEED!, at, { recursive: true })
  const port = await freePort()
  let site = await startSite({ at, port })
  const killServer = () => {
    process.kill(site.pid, 'SIGKILL')
    return expect
      .poll(() =>
        fetch(site.url).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone')
  }
  const restartServer = async () => {
    site = await startSite({ at, port })
  }
  try {
    const { batch, ids } = await makeDevices(site, 3)
    const editions = async () => (await devicesIn(site, batch.id)).map(record => record.edition)
    const page = await open('vendor', listOf(batch), { site })
    await test.step('the change', async () => {
      await page.getByRole('checkbox', { name: translate('ra.action.select_all') }).click()
      await press(page, 'editField')
      await choose(page, translate('bulk.field'), edition)
      await dialog(page).getByLabel(edition, { exact: true }).last().fill('새 판')
      await killServer()
      await dialog(page)
        .getByRole('button', { name: translate('bulk.do.change', { count: 3 }) })
        .click()
      await expect(dialog(page).getByRole('alert')).toContainText(/[가-힣]/)
      await expect(dialog(page).getByLabel(edition, { exact: true }).last()).toHaveValue('새 판')
      await restartServer()
      expect(await editions()).toEqual(['', '', ''])
      await dialog(page)
        .getByRole('button', { name: translate('bulk.do.change', { count: 3 }) })
        .click()
      await expect(page.getByText(translate('bulk.changed', { count: 3 }))).toBeVisible()
      expect(await editions()).toEqual(['새 판', '새 판', '새 판'])
    })
    await test.step('its undo, while the server restarts', async () => {
      await site.stop()
      await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
      await expect(
        page.getByRole('status').filter({ hasText: translate('shell.failure.network') }),
      ).toBeVisible()
      await restartServer()
      await page.getByRole('button', { name: translate('bulk.undo.button') }).click()
      await expect(page.getByText(translate('bulk.undo.done', { count: 3 }))).toBeVisible()
      expect(await editions()).toEqual(['', '', ''])
    })
    await test.step('a sheet update that was confirmed before the outage', async () => {
      const serials = async () => (await devicesIn(site, batch.id)).map(record => record.serial)
      const before = await serials()
      const roster = await openDialog(page)
      await roster.getByRole('button', { name: translate('roster.purpose.update') }).click()
      await chooseFile(page, given('a.csv', ['IMEI,Serial', ...ids.map(id => `${id},9900`)].join('\n')))
      await roster.getByRole('button', { name: translate('roster.update.compare') }).click()
      const update = roster.getByRole('button', { name: translate('roster.update.do', { count: 3 }) })
      await expect(update).toBeEnabled()
      await killServer()
      await update.click()
      await expect(roster.getByRole('alert')).toContainText(/[가-힣]/)
      await expect(roster.getByRole('region', { name: translate('roster.update.title') })).toContainText(
        '9900',
      )
      await restartServer()
      expect(await serials()).toEqual(before)
      await update.click()
      await expect(roster.getByText(translate('roster.update.done', { count: 3 }))).toBeVisible()
      expect(await serials()).toEqual(['9900', '9900', '9900'])
    })
  } finally {
    await site.stop()
    await rm(at, { recursive: true, force: true })
  }
})

test('when a second tab has moved some of the devices, the first tab asks again with their number', async ({
  open,
  site,
}) => {
  const { batch } = await makeDevices(site, 22)
  const other = await makeBatch(site, { model: 1 })
  const [first, second] = [await open('vendor', listOf(batch)), await open('vendor', listOf(batch))]
  await first.getByRole('checkbox', { name: translate('ra.action.select_all') }).click()
  await bar(first)
    .getByRole('button', { name: translate('bulk.chooseAll', { count: 22 }) })
    .click()
  await press(first, 'editField')
  await choose(first, translate('bulk.field'), edition)
  await dialog(first).getByLabel(edition, { exact: true }).last().fill('첫 탭')

  await pick(second, 0).click()
  await pick(second, 1).click()
  await press(second, 'moveBatch')
  await choose(second, label('devices', 'model_id'), 'FT-100')
  await choose(second, label('devices', 'batch_id'), other.name)
  await dialog(second)
    .getByRole('button', { name: translate('bulk.do.change', { count: 2 }) })
    .click()
  await expect(second.getByText(translate('bulk.changed', { count: 2 }))).toBeVisible()

  await dialog(first)
    .getByRole('button', { name: translate('bulk.do.change', { count: 22 }) })
    .click()
  await expect(dialog(first).getByRole('alert')).toContainText(
    translate('errors.bulk.changed', { found: 20 }),
  )
  expect((await devicesIn(site, batch.id)).map(record => record.edition)).not.toContain('첫 탭')
  await expect(dialog(first).getByLabel(edition, { exact: true }).last()).toHaveValue('첫 탭')
  await dialog(first)
    .getByRole('button', { name: translate('bulk.do.change', { count: 20 }) })
    .click()
  await expect(first.getByText(translate('bulk.changed', { count: 20 }))).toBeVisible()
  expect((await devicesIn(site, other.id)).map(record => record.edition)).toEqual(['', ''])
})

test('after stopping a slow change on a phone, the dialog shows what was really changed', async ({
  open,
}) => {
  const ownSite = await startSite({ data: process.env.JOURNEY_SEED })
  try {
    const { batch } = await makeDevices(ownSite, 12)
    const page = await open('vendor', listOf(batch), { viewport: PHONE, site: ownSite })
    for (let at = 0; at < 12; at++) await page.getByRole('listitem').getByRole('checkbox').nth(at).check()
    await press(page, 'editField')
    await choose(page, translate('bulk.field'), edition)
    await dialog(page).getByLabel(edition, { exact: true }).last().fill('멈춤')
    process.kill(ownSite.pid, 'SIGSTOP')
    await dialog(page)
      .getByRole('button', { name: translate('bulk.do.change', { count: 12 }) })
      .click()
    await expect(dialog(page).getByRole('progressbar')).toBeVisible()
    await dialog(page).getByRole('button', { name: korean.ra.action.cancel }).click()
    await expect(
      dialog(page).getByRole('button', { name: translate('bulk.progress.stopping') }),
    ).toBeVisible()
    process.kill(ownSite.pid, 'SIGCONT')
    const cancelled = page.getByText(translate('errors.bulk.cancelled'))
    await expect(cancelled.or(page.getByText(translate('bulk.changed', { count: 12 })))).toBeVisible()
    const changed = (await devicesIn(ownSite, batch.id)).filter(record => record.edition === '멈춤')
    expect(changed).toHaveLength((await cancelled.isVisible()) ? 0 : 12)
  } finally {
    process.kill(ownSite.pid, 'SIGCONT')
    await ownSite.stop()
  }
})

test('a client cannot move or remove devices, and the server refuses it to a page that still has the buttons', async ({
  open,
  site,
}) => {
  const page = await open('client', '/app/devices')
  await pick(page, 0).click()
  await expect(bar(page).getByRole('button', { name: translate('bulk.action.remove') })).toHaveCount(0)
  const answer = await ask<unknown>(site, 'client', 'GET', '/api/devices?page_limit=1')
  const { id } = (answer as unknown as { data: { id: string }[] }).data[0]!
  const sheet = { name: crypto.randomUUID(), kind: 'remove', ids: [id], expected: 1 }
  const refused = await ask(site, 'client', 'POST', '/api/devices/bulk', sheet)
  expect([refused.status, refused.message]).toEqual([403, translate('errors.forbidden')])
  await expect(rows(page).first()).toContainText(id)
  await test.step('ordering is the only action', async () => {
    await press(page, 'order')
    await expect(page).toHaveURL(/\/app\/orders\/compose\?chosen=\d+/)
  })
})
