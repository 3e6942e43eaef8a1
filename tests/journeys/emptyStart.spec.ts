/**
 * From an empty installation to a sent order (decision 28): no demo data, the master account that the terminal
 * prints, and the console. Only the connection of the device is simulated, in the database.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { translate } from '../../src/tools/translate'
import { expect, type Page, signIn, startSite, test } from '../support/journey'
import { button, choose, input, label, rowOf, rows } from '../support/records'
import { choose as chooseFile, upload } from '../support/rosterDialog'

const IMEI = '490154203237518'
const NUMBER = '01055550002'

/** A value of the terminal output, by the text in front of it. */
const printed = (output: string, before: string) =>
  new RegExp(`${before.replace(/[()]/g, '\\$&')} +(\\S+)`).exec(output)?.[1] ?? ''

async function manage(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: translate('shell.nav.settings') }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  await button.create(page).first().click()
  await expect(button.save(page)).toBeVisible()
}

test('a new installation is set up and used only through the console', async ({ open }) => {
  const env = { FLEET_DEMO: '0', LC_ALL: 'ko_KR.UTF-8' }
  const folder = await mkdtemp(join(tmpdir(), 'fleet-empty-'))
  const first = await startSite({ folder, env })
  await first.waitForOutput(/Ctrl\+C/)
  const email = printed(first.output(), translate('start.master'))
  const file = printed(first.output(), translate('start.masterPasswordFile'))
  const [, password = ''] = (await readFile(file, 'utf8')).split('\n')
  expect(password.length).toBeGreaterThan(11)

  const page = await open('nobody', '/', { site: first })
  await signIn(page, email, password)
  await expect(page).toHaveURL(/\/app\/main\/fleet/)

  await manage(page, '모델관리')
  await input(page, label('models', 'name')).fill('첫 모델')
  await button.save(page).click()
  await expect(page.getByText('모델을 생성하였습니다.')).toBeVisible()
  await expect(rowOf(page, '첫 모델')).toHaveCount(1)

  await page.getByRole('navigation').getByRole('link', { name: '그룹', exact: true }).first().click()
  // The list of models, shown until the form opens, has a button of the same name.
  await expect(page.getByRole('heading', { level: 1, name: '그룹', exact: true })).toBeVisible()
  await button.create(page).first().click()
  await expect(button.save(page)).toBeVisible()
  await choose(page, label('batches', 'model'), '첫 모델')
  await input(page, label('batches', 'name')).fill('첫 그룹')
  await input(page, label('batches', 'comment')).fill('첫 설명')
  await button.save(page).click()
  await expect(page.getByText('그룹을 생성하였습니다.')).toBeVisible()

  await manage(page, '제어 명령관리')
  await input(page, label('methods', 'code')).fill('report-interval')
  await input(page, label('methods', 'caption')).fill('보고 간격')
  await input(page, label('methods', 'content.Type')).click()
  await page.getByRole('option', { name: /숫자|number/i }).click()
  const bounds = page.getByRole('group', { name: label('methods', 'content.Value') })
  await bounds.getByLabel('최소').fill('10')
  await bounds.getByLabel('최대').fill('600')
  await button.save(page).click()
  await expect(page.getByText('제어 명령을 생성하였습니다.')).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: '디바이스', exact: true }).first().click()
  const register = page.getByRole('button', { name: translate('roster.dialog.open') })
  await register.first().click()
  const dialog = page.getByRole('dialog')
  const sheet = `IMEI,Phone,Serial,Model,Group\r\n${IMEI},${NUMBER},00000001,첫 모델,첫 그룹\r\n`
  await chooseFile(page, { name: 'first.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await upload(page)
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  await dialog.getByRole('button', { name: '닫기' }).last().click()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('첫 그룹')

  await first.stop()
  await connectDevice(folder)
  const second = await startSite({ folder, env })
  const reopened = await open('nobody', '/app/devices', { site: second })
  await signIn(reopened, email, password)
  await rows(reopened).getByRole('button', { name: /제어$/ }).click()
  const orders = reopened.getByRole('dialog', { name: translate('orders.dialog.title') })
  await orders.getByRole('button', { name: '보고 간격', exact: true }).click()
  await orders.getByRole('spinbutton').fill('300')
  await orders.getByRole('button', { name: '보고 간격 실행' }).click()
  await expect(orders.getByText('단말 제어 명령이 등록되었습니다.')).toBeVisible()
  await orders.getByRole('link', { name: translate('orders.dialog.toList') }).click()
  await expect(reopened).toHaveURL(/\/app\/orders\/\d+$/)
  await expect(reopened.getByRole('heading', { level: 1, name: '보고 간격' })).toBeVisible()
  await expect(reopened.getByRole('main')).toContainText('300')
  await second.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Marks the device as connected, as its own connection would. */
async function connectDevice(folder: string): Promise<void> {
  const db = new PGlite(join(folder, 'pg'), { extensions: { pg_trgm } })
  const statement = 'update devices set online = true, linked = now() where id = $1'
  const { affectedRows } = await db.query(statement, [IMEI])
  await db.close()
  expect(affectedRows).toBe(1)
}
