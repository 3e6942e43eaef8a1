/** Concurrent edits of a record: the second user sees the changes of the first, and decides. */

import { translate } from '../../src/tools/translate'
import { expect, type Page, type Site, test } from '../support/journey'
import {
  all,
  ask,
  button,
  input,
  label,
  type Made,
  makeBatch,
  makeClient,
  makeVendor,
} from '../support/records'

interface Case {
  what: string
  list: string
  resource: string
  field: string
  make: (site: Site) => Promise<Made>
  read: (site: Site, id: number) => Promise<Made | undefined>
}

const cases: Case[] = [
  {
    what: 'a client',
    list: '/app/admin/clients',
    resource: 'clients',
    field: 'zone',
    make: site => makeClient(site, { zone: '처음' }),
    read: async (site, id) =>
      (await all(site, 'master', '/api/admin/clients')).find(record => record.id === id),
  },
  {
    what: 'a vendor',
    list: '/app/admin/vendors',
    resource: 'vendors',
    field: 'comment',
    make: site => makeVendor(site, { comment: '처음' }),
    read: async (site, id) =>
      (await all(site, 'master', '/api/admin/vendors')).find(record => record.id === id),
  },
  {
    what: 'a group',
    list: '/app/groups/batches',
    resource: 'batches',
    field: 'comment',
    make: site => makeBatch(site, { comment: '처음' }),
    read: async (site, id) => (await all(site, 'master', '/api/batches')).find(record => record.id === id),
  },
]

/** Both users open the record; the first saves, then the second. */
async function collide(first: Page, second: Page, field: string): Promise<void> {
  await expect(input(first, field)).toHaveValue('처음')
  await expect(input(second, field)).toHaveValue('처음')
  await input(first, field).fill('먼저 저장한 값')
  const saved = first.waitForResponse(answer => answer.request().method() === 'PUT')
  await button.save(first).click()
  expect((await saved).status()).toBe(200)
  await input(second, field).fill('나중에 저장한 값')
  await button.save(second).click()
  const dialog = second.getByRole('alertdialog')
  await expect(dialog).toContainText('먼저 저장한 값')
  await expect(dialog).toContainText('나중에 저장한 값')
  await expect(dialog).toContainText(field)
}

for (const { what, list, resource, field, make, read } of cases) {
  test(`${what}: the second user sees the changes of the first, and may keep their own value`, async ({
    open,
    site,
  }) => {
    const record = await make(site)
    const [first, second] = await Promise.all([1, 2].map(() => open('master', `${list}/edit/${record.id}`)))
    await collide(first!, second!, label(resource, field))
    expect((await read(site, record.id))?.[field]).toBe('먼저 저장한 값')
    await second!.getByRole('button', { name: '내 값으로 저장' }).click()
    await expect(second!.getByRole('alertdialog')).toHaveCount(0)
    await expect.poll(async () => (await read(site, record.id))?.[field]).toBe('나중에 저장한 값')
  })
}

test('the second user may take the new values instead, and keeps their later input', async ({
  open,
  site,
}) => {
  const record = await makeVendor(site, { comment: '처음' })
  const path = `/app/admin/vendors/edit/${record.id}`
  const [first, second] = await Promise.all([1, 2].map(() => open('master', path)))
  const field = label('vendors', 'comment')
  await collide(first!, second!, field)
  await second!.getByRole('button', { name: '새 값 불러오기' }).click()
  await expect(second!.getByRole('alertdialog')).toHaveCount(0)
  await expect(input(second!, field)).toHaveValue('먼저 저장한 값')
  await input(second!, field).fill('이어서 고친 값')
  await button.save(second!).click()
  await expect(second!.getByText('업체을 수정하였습니다.')).toBeVisible()
})

test('the same user saves twice in a row without a conflict', async ({ open, site }) => {
  const record = await makeClient(site)
  const page = await open('master', `/app/admin/clients/edit/${record.id}`)
  for (const zone of ['한 번', '두 번']) {
    await input(page, label('clients', 'zone')).fill(zone)
    const saved = page.waitForResponse(answer => answer.request().method() === 'PUT')
    await button.save(page).click()
    expect((await saved).status()).toBe(200)
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a server without `updated` in its records can still save', async ({ open, site }) => {
  const record = await makeVendor(site)
  const other = await open('master', '/app/devices')
  // Simulates a server without the timestamp: the same record, without `updated`.
  await other.route(`**/api/admin/vendors/${record.id}`, async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { payload: Record<string, unknown> }
    delete body.payload.updated
    await route.fulfill({ response: answer, json: body })
  })
  await other.goto(`/app/admin/vendors/edit/${record.id}`)
  await expect(input(other, label('vendors', 'name'))).toHaveValue(record.name)
  await ask(site, 'master', 'PUT', `/api/admin/vendors/${record.id}`, {
    ...record,
    updated: undefined,
    addr: '다른 사람',
  })
  await input(other, label('vendors', 'comment')).fill('표시 없는 서버')
  await button.save(other).click()
  await expect(other.getByText('업체을 수정하였습니다.')).toBeVisible()
})

test('a form with unsaved changes asks before leaving', async ({ open, site }) => {
  const record = await makeVendor(site)
  const page = await open('master', `/app/admin/vendors/edit/${record.id}`)
  await input(page, label('vendors', 'comment')).fill('아직 저장하지 않음')
  await button.back(page).click()
  await expect(page.getByText(translate('records.leave.title'))).toBeVisible()
  await page.getByRole('button', { name: translate('records.leave.stay') }).click()
  await expect(page).toHaveURL(/edit/)
  await expect(input(page, label('vendors', 'comment'))).toHaveValue('아직 저장하지 않음')
  await button.back(page).click()
  await page.getByRole('button', { name: translate('records.leave.leave') }).click()
  await expect(page).not.toHaveURL(/edit/)
})
