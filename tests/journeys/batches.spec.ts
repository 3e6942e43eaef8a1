/** Batches (§2, batch list and edit; §5; §8): groups of devices, and their devices as a spreadsheet. */
import { createReadStream } from 'node:fs'
import { readSheet } from '../../src/sheet'
import { translate } from '../../src/tools/translate'
import { expect, follow, type Page, type Site, test } from '../support/journey'
import {
  all,
  button,
  choose,
  expectHeads,
  find,
  fresh,
  input,
  label,
  makeBatch,
  question,
  rows,
} from '../support/records'

const LIST = '/app/groups/batches'
const labelOf = (field: string) => label('batches', field)
const batchesOf = (site: Site, who: 'vendor' | 'master' | 'client') => all(site, who, '/api/batches')

test.describe('the list of batches', () => {
  test('has the columns of the specification in order, and shows vendor staff their own groups', async ({
    open,
    site,
  }) => {
    const own = await batchesOf(site, 'vendor')
    const known = own.find(record => record.name === '영남 간선')!
    const page = await open('vendor', LIST)
    await expectHeads(page, ['name', 'comment', 'model_name', 'devices', 'maker', 'created'].map(labelOf))
    await expect(rows(page)).toHaveCount(own.length)
    await expect(page.getByText('호남 태양광')).toHaveCount(0)
    const row = await find(page, known.name)
    for (const text of [String(known.comment), 'FT-200', String(known.devices), '한빛텔레매틱스'])
      await expect(row).toContainText(text)
    await expect(row).toContainText(/\d{4} \d\d-\d\d \d\d:\d\d:\d\d/)
  })

  for (const who of ['guest', 'client'] as const) {
    test(`shows a ${who} the groups of its devices, without buttons to change them`, async ({ open }) => {
      const page = await open(who, LIST)
      await expect(rows(page).first()).toBeVisible()
      await expect(button.create(page)).toHaveCount(0)
      await expect(button.edit(rows(page).first())).toHaveCount(0)
      await expect(button.remove(rows(page).first())).toHaveCount(0)
      await rows(page)
        .first()
        .getByRole('button', { name: new RegExp(translate('records.devices.open')) })
        .click()
      const dialog = page.getByRole('dialog')
      await expect(
        dialog.getByRole('button', { name: new RegExp(translate('records.devices.download')) }),
      ).toBeVisible()
      await expect(dialog.locator('input[type=file]'), 'nothing to upload').toHaveCount(0)
      await expect(
        dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }),
      ).toHaveCount(0)
      await page.keyboard.press('Escape')
      await follow(page, `${LIST}/edit/-1`)
      await expect(page.getByText(translate('shell.denied.sentence'))).toBeVisible()
    })
  }

  test('asks before deleting: No keeps the group, Yes removes it from the list', async ({ open, site }) => {
    const batch = await makeBatch(site)
    const page = await open('vendor', LIST)
    const row = await find(page, batch.name)
    await button.remove(row).click()
    await expect(question(page)).toContainText(batch.name)
    await button.no(page).click()
    await expect(row).toBeVisible()
    await button.remove(row).click()
    await button.yes(page).click()
    await expect(page.getByText('Batch has been Deleted!')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    await expect(row).toHaveCount(0)
    expect((await batchesOf(site, 'vendor')).map(record => record.id)).not.toContain(batch.id)
  })

  test('downloads the devices of a group as a spreadsheet', async ({ open, site }) => {
    const known = (await batchesOf(site, 'vendor')).find(record => record.name === '영남 간선')!
    const page = await open('vendor', LIST)
    const row = await find(page, known.name)
    await row.getByRole('button', { name: new RegExp(translate('records.devices.open')) }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(known.name)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: new RegExp(translate('records.devices.download')) }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
    await expect(dialog.getByText('단말 목록을 다운로드 하였습니다!')).toBeVisible()
    expect(await rowsOf(await download.path()), 'a head and a row for each device').toBe(
      Number(known.devices) + 1,
    )
  })
})

async function rowsOf(path: string): Promise<number> {
  let count = 0
  for await (const _ of readSheet(createReadStream(path))) count++
  return count
}

test.describe('a new group', () => {
  test('is created with a notice, and listed', async ({ open, site }) => {
    const page = await open('vendor', LIST)
    await button.create(page).first().click()
    await expect(page).toHaveURL(new RegExp(`${LIST}/edit(/0|/-1)?$`))
    await expect(button.save(page)).toBeVisible()
    const name = await fillIn(page)
    await button.save(page).click()
    await expect(page.getByText('그룹을 생성하였습니다.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    await expect(await find(page, name)).toContainText('FT-310')
    expect((await batchesOf(site, 'vendor')).find(record => record.name === name)).toMatchObject({
      comment: '시험용 설명',
      model_name: 'FT-310',
      devices: 0,
      maker: '한빛텔레매틱스',
    })
  })

  test('has the addresses edit, edit/0 and edit/-1', async ({ open }) => {
    const page = await open('vendor', LIST)
    await expect(rows(page).first()).toBeVisible()
    for (const path of ['edit', 'edit/0', 'edit/-1'].map(end => `${LIST}/${end}`)) {
      await follow(page, path)
      await expect(page.getByRole('heading', { level: 1, name: '그룹 생성' }), path).toBeVisible()
      await expect(input(page, labelOf('name')), path).toHaveValue('')
      await expect(input(page, labelOf('comment')), path).toHaveValue('')
      await expect(page.getByRole('combobox', { name: labelOf('model') }), path).toBeVisible()
      await follow(page, LIST)
      await expect(rows(page).first()).toBeVisible()
    }
  })

  test('needs a model, a name and a comment; the form keeps its values when the server fails', async ({
    open,
  }) => {
    const page = await open('vendor', `${LIST}/edit/-1`)
    const refused = async (missing: string) => {
      await button.save(page).click()
      await expect(page.getByText('그룹 생성 데이터가 없습니다!').first()).toBeVisible()
      await expect(input(page, labelOf(missing))).toBeFocused()
      await expect(page).toHaveURL(/edit\/-1/)
    }
    await test.step('without model', async () => {
      await input(page, labelOf('name')).fill('이름')
      await input(page, labelOf('comment')).fill('설명')
      await refused('model')
    })
    const name = await fillIn(page)
    for (const missing of ['name', 'comment'] as const) {
      await test.step(`without ${missing}`, async () => {
        const value = await input(page, labelOf(missing)).inputValue()
        await input(page, labelOf(missing)).fill('')
        await refused(missing)
        await input(page, labelOf(missing)).fill(value)
      })
    }
    await test.step('when the server fails', async () => {
      await page.route('**/api/batches/*', route => route.fulfill({ status: 500, body: '' }))
      await button.save(page).click()
      await expect(page.getByText('그룹 생성에 실패하였습니다!').first()).toBeVisible()
      await expect(input(page, labelOf('name'))).toHaveValue(name)
    })
  })
})

test.describe('an existing group', () => {
  test('is changed with a notice and stored; its model is read-only', async ({ open, site }) => {
    const batch = await makeBatch(site, { comment: '옛 설명' })
    const page = await open('vendor', LIST)
    await button.edit(await find(page, batch.name)).click()
    await expect(page).toHaveURL(`${LIST}/edit/${batch.id}`)
    await expect(input(page, labelOf('comment'))).toHaveValue('옛 설명')
    await expect(page.getByRole('combobox', { name: labelOf('model') })).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('FT-100')
    await input(page, labelOf('comment')).fill('새 설명')
    await button.save(page).click()
    await expect(page.getByText('그룹을 수정하였습니다.')).toBeVisible()
    await page.reload()
    await expect(input(page, labelOf('comment'))).toHaveValue('새 설명')
    await button.back(page).click()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
  })

  test('keeps the input when the server fails; a group of another vendor is not found', async ({
    open,
    site,
  }) => {
    const foreign = (await batchesOf(site, 'master')).find(record => record.name === '호남 태양광')!
    const batch = await makeBatch(site)
    const page = await open('vendor', `${LIST}/edit/${batch.id}`)
    await input(page, labelOf('comment')).fill('잃으면 안 되는 설명')
    await page.route(`**/api/batches/${batch.id}`, route =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await button.save(page).click()
    await expect(page.getByText('그룹 수정에 실패하였습니다!').first()).toBeVisible()
    await expect(input(page, labelOf('comment'))).toHaveValue('잃으면 안 되는 설명')
    await page.goto(`${LIST}/edit/${foreign.id}`)
    await expect(page.getByText(translate('records.form.gone'))).toBeVisible()
    await expect(page.getByText(foreign.name)).toHaveCount(0)
  })
})

async function fillIn(page: Page): Promise<string> {
  const name = fresh('새 그룹')
  await choose(page, labelOf('model'), 'FT-310')
  await input(page, labelOf('name')).fill(name)
  await input(page, labelOf('comment')).fill('시험용 설명')
  return name
}
