/** Batches (§2, batch list and edit; §5; §8): groups of devices, and their devices as a spreadsheet. */
import { createReadStream } from 'node:fs'
import { readSheet } from '../../src/sheet'
import { translate } from '../../src/tools/translate'
import { expect, test } from '../support/journey'
import {
  choose,
  expectDeletion,
  expectHeads,
  find,
  fresh,
  input,
  label,
  makeBatch,
  readAll,
  rows,
  saveAndExpect,
} from '../support/records'

const LIST = '/app/groups/batches'
const labelOf = (field: string) => label('batches', field)

async function rowsOf(path: string): Promise<number> {
  let count = 0
  for await (const _ of readSheet(createReadStream(path))) count++
  return count
}

test('vendor staff see groups (§2), download the devices of one, delete another', async ({ open, site }) => {
  const deleted = await makeBatch(site)
  const own = await readAll(site, 'vendor', '/api/batches')
  const known = own.find(record => record.name === '영남 간선')!
  const page = await open('vendor', LIST)
  const fields = ['name', 'comment', 'model_name', 'devices', 'maker', 'client_name', 'created']
  await expectHeads(page, fields.map(labelOf))
  await expect(rows(page)).toHaveCount(own.length)
  await expect(page.getByText('호남 태양광'), 'of another vendor').toHaveCount(0)
  const row = await find(page, known.name)
  for (const text of [String(known.comment), 'FT-200', String(known.devices), '한빛텔레매틱스'])
    await expect(row).toContainText(text)
  await expect(row).toContainText(/\d{4} \d\d-\d\d \d\d:\d\d:\d\d/)

  await test.step('its devices are downloaded as a spreadsheet', async () => {
    await row.getByRole('button', { name: new RegExp(translate('records.devices.open')) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(known.name)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: new RegExp(translate('records.devices.download')) }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    await expect(dialog.getByText('단말 목록을 다운로드 하였습니다!')).toBeVisible()
    const lines = await rowsOf(await download.path())
    expect(lines, 'a head and a row for each device').toBe(Number(known.devices) + 1)
    await page.keyboard.press('Escape')
  })

  await test.step('another is deleted after a question; the focus stays in the list', async () => {
    await expectDeletion(page, await find(page, deleted.name), deleted.name, 'Batch has been Deleted!')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    const left = await readAll(site, 'vendor', '/api/batches')
    expect(left.map(record => record.id)).not.toContain(deleted.id)
  })

  await test.step('a group of another vendor is not found', async () => {
    const all = await readAll(site, 'master', '/api/batches')
    const foreign = all.find(record => record.name === '호남 태양광')!
    await page.goto(`${LIST}/edit/${foreign.id}`)
    await expect(page.getByText(translate('records.form.gone'))).toBeVisible()
    await expect(page.getByText(foreign.name)).toHaveCount(0)
  })
})

test('a client makes, edits and deletes its own group, and reads those of its vendor', async ({ open }) => {
  const page = await open('client', LIST)
  await page.getByRole('link', { name: '생성' }).click()
  // Wait for the form: the list has a filter with the same label as the input of the model.
  await expect(page.getByRole('heading', { name: '그룹 생성' })).toBeVisible()
  const name = fresh('회원 그룹')
  await choose(page, labelOf('model'), 'FT-100')
  await input(page, labelOf('name')).fill(name)
  await input(page, labelOf('comment')).fill('시험용 설명')
  await expect(page.getByText(labelOf('client'), { exact: true })).toHaveCount(0)
  await saveAndExpect(page, '그룹을 생성하였습니다.')
  const others = await find(page, '영남 간선')
  await expect(others.getByRole('link', { name: '영남 간선' })).toBeVisible()
  await expect(others.getByRole('link', { name: /수정/ })).toHaveCount(0)
  await expect(others.getByRole('button', { name: /삭제/ })).toHaveCount(0)
  const own = await find(page, name)
  await expect(own.getByRole('link', { name: /수정/ })).toBeVisible()
  const staff = await open('vendor', LIST)
  await expect(await find(staff, name)).toContainText('이수민')
  await expectDeletion(page, await find(page, name), name, 'Batch has been Deleted!')
})
