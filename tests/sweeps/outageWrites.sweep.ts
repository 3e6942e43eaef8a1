/**
 * Every write of the console × the outages that its screen can tell apart: the console shows the outcome and keeps the
 * input, and the next try performs the write exactly once; nothing is written later without the user. With `no answer`
 * the server has already done the first try, except for uploads. With `under way` the second try is refused, and the
 * third succeeds.
 */
import { type CallName, calls, effectOf } from '../../src/console/api/calls'
import type { OrderDetail } from '../../src/contract/orders'
import { translate } from '../../src/tools/translate'
import { choose as chooseIn, dialog, press } from '../support/bulk'
import { arrive, emailOf, expect, PASSWORD, type Page, settled, signIn, testOn } from '../support/journey'
import {
  begin,
  callOf,
  end,
  OUTAGES,
  type Outage,
  type Stoppable,
  startStoppable,
  unanswered,
  WRITE_OUTAGES,
} from '../support/outage'
import {
  ask,
  button,
  type Device,
  devicesOf,
  find,
  fresh,
  freshBrn,
  freshImei,
  input,
  label,
  makeVendor,
  question,
  readAll,
} from '../support/records'
import { choose, given, openDialog, upload } from '../support/rosterDialog'

/** Writes without a walk below, and the tests that cover them. */
const ELSEWHERE: Partial<Record<CallName, string>> = {
  'auth.signup': 'tests/console/register: the alert shows the reason',
  'auth.link': 'tests/console/logins: the alert shows the reason',
  'auth.removeLogin': 'tests/console/logins: the dialog shows the reason',
  'clients.save': 'as for vendors: all forms are one component',
  'clients.remove': 'as for vendors: all deletions are one question',
  'batches.save': 'as for vendors',
  'batches.remove': 'as for vendors',
  'batches.upload': 'tests/console/batchDevices: the file stays',
  'records.create': 'as for vendors',
  'records.update': 'as for vendors',
  'records.remove': 'as for vendors',
  'devices.update': 'as for vendors',
  'devices.remove': 'as for vendors',
  'deviceSecrets.issue': 'tests/console/deviceSecrets: the dialog shows the reason',
  'deviceSecrets.revoke': 'tests/console/deviceSecrets: the dialog shows the reason',
  'deviceSecrets.issueBatch': 'tests/console/deviceSecrets: the dialog shows the reason',
  'uploads.cancel': 'tests/console/upload, tests/console/roster',
  'bulk.cancel': 'tests/console/bulk: the change waits and shows the outcome',
  'bulk.undo': 'tests/console/bulk: its notice stays with the undo button',
}

const test = testOn(startStoppable)

let site: Stoppable
test.beforeEach(({ site: own }) => {
  site = own
})

interface Action {
  name: string
  /** The call that writes. */
  call: CallName
  /** The outages to test; those that a screen can tell apart if absent. */
  outages?: readonly Outage[]
  /** Brings the page to the state before the write. */
  prepare: (page: Page) => Promise<Prepared>
}

interface Prepared {
  /** Sends the write, first and again. */
  act: () => Promise<void>
  /** Expects the input to be unchanged. */
  kept: () => Promise<void>
  /** Expects the write to be done exactly once. */
  done: () => Promise<void>
}

/**
 * `console/api/delivery` tells screens only whether the outcome is known, and after `stopped` and `502` it is as
 * unknown as after `no answer`. So a new, a changed and a deleted record and an upload stand for all writes in these
 * two.
 */
const OF_SCREENS: readonly Outage[] = ['offline', 'no answer', 'under way']
const inEveryOutage = (action: Action): Action => ({ ...action, outages: WRITE_OUTAGES })
/** The messages for a missing response and an unsent request. */
const OUTCOME_UNKNOWN = /알 수 없습니다|확인하지 못하였습니다|오프라인 상태여서 보내지 못했습니다/

const VENDORS = '/app/admin/vendors'
const vendorsNamed = async (name: string) =>
  (await readAll(site, 'master', '/api/admin/vendors')).filter(one => one.name === name).length

/** Enters a new name into the form of a vendor; without an id of a new one. */
async function nameVendor(page: Page, id = 0) {
  const name = fresh('새 이름')
  await arrive(page, `${VENDORS}/edit/${id}`)
  const field = input(page, label('vendors', 'name'))
  await field.fill(name)
  return {
    act: () => button.save(page).click(),
    kept: () => expect(field).toHaveValue(name),
    done: async () => {
      await expect.poll(() => vendorsNamed(name)).toBe(1)
      // No other user has changed it, so no conflict is shown.
      await expect(question(page)).toHaveCount(0)
    },
  }
}

const ACTIONS: readonly Action[] = [
  inEveryOutage({
    name: 'a new vendor',
    call: 'vendors.create',
    prepare: async page => {
      const prepared = await nameVendor(page)
      await input(page, label('vendors', 'brn')).fill(freshBrn())
      return {
        ...prepared,
        done: async () => {
          await expect(page).toHaveURL(/vendors$/)
          await prepared.done()
        },
      }
    },
  }),
  inEveryOutage({
    name: 'a changed vendor',
    call: 'vendors.update',
    prepare: async page => nameVendor(page, (await makeVendor(site)).id),
  }),
  inEveryOutage({
    name: 'a deleted vendor',
    call: 'vendors.remove',
    prepare: async page => {
      const { id, name } = await makeVendor(site)
      await arrive(page, `${VENDORS}/edit/${id}`)
      await page.getByRole('button', { name: '삭제', exact: true }).click()
      return {
        act: () => button.yes(page).click(),
        kept: () => expect(button.yes(page)).toBeEnabled(),
        done: async () => {
          await expect(question(page)).toHaveCount(0)
          // Back to the list.
          await expect(page).not.toHaveURL(/edit/)
          expect(await vendorsNamed(name)).toBe(0)
        },
      }
    },
  }),
  inEveryOutage({
    name: 'a roster',
    call: 'devices.rosterUpload',
    prepare: async page => {
      await arrive(page, '/app/devices')
      await openDialog(page)
      const row = [freshImei(), `0105${String(Date.now()).slice(-7)}`, '17', 'FT-100']
      return walkUpload(page, `IMEI,Phone,Serial,Model\r\n${row.join()}\r\n`, translate('roster.dialog.done'))
    },
  }),
  {
    name: 'one’s own name',
    call: 'clients.saveOwn',
    prepare: async page => {
      const name = fresh('관리자')
      await arrive(page, '/app/profile?change=name')
      const panel = page.locator('[role=tabpanel]:visible')
      const field = panel.getByRole('textbox')
      await field.fill(name)
      return {
        act: () => panel.locator('[type=submit]').click(),
        kept: () => expect(field).toHaveValue(name),
        // The notice goes by itself, perhaps before a busy machine looks for it.
        done: () =>
          expect(page.getByRole('banner').getByRole('link').filter({ hasText: name })).toBeVisible(),
      }
    },
  },
  {
    name: 'a star',
    call: 'orders.marks',
    prepare: async page => {
      await arrive(page, '/app/orders')
      const star = page.locator('main tbody tr button[aria-pressed]').first()
      let before = await isStarred()
      await expect(star).toHaveAttribute('aria-pressed', before)
      let back = false
      return {
        act: async () => {
          // If only the response was lost, the list shows the new star with its next poll.
          if (back) before = await isStarred()
          await expect(star).toHaveAttribute('aria-pressed', before)
          back = true
          await star.click()
        },
        // The optimistic star is reverted.
        kept: () => expect(star).toHaveAttribute('aria-pressed', before),
        done: async () => {
          await expect(star).not.toHaveAttribute('aria-pressed', before)
          await expect.poll(isStarred).not.toBe(before)
        },
      }
    },
  },
  {
    name: 'a change of many devices',
    call: 'bulk.change',
    // `tests/console/bulk` covers missing responses: the change is then followed by its name.
    outages: ['offline', '502'],
    prepare: async page => {
      const { id } = await nextDevice()
      const edition = fresh('여럿')
      const { dialog, field, change } = await openChange(page, id)
      await field.fill(edition)
      return {
        act: () => change.click(),
        kept: () => expect(field).toHaveValue(edition),
        done: async () => {
          await expect(page.getByText(translate('bulk.changed', { count: '1' }))).toBeVisible()
          await expect(dialog).toHaveCount(0)
          expect((await deviceOf(id))?.edition).toBe(edition)
        },
      }
    },
  },
  {
    name: 'waiting targets that are cancelled',
    call: 'orders.cancel',
    prepare: async page => {
      const id = await waitingOrder()
      await arrive(page, `/app/orders/${id}`)
      await page.getByRole('button', { name: translate('orders.cancel.open', { count: '1' }) }).click()
      const yes = question(page).getByRole('button', { name: translate('orders.cancel.yes', { count: '1' }) })
      return {
        act: () => yes.click(),
        kept: () => expect(yes).toBeEnabled(),
        done: async () => {
          await expect(question(page)).toHaveCount(0)
          expect(await cancellable(id)).toBe(0)
        },
      }
    },
  },
  {
    name: 'an order that is composed',
    call: 'orders.register',
    prepare: async page => {
      const title = fresh('작성한 명령')
      await arrive(page, '/app/orders/compose')
      // A command that is sent without a question.
      await page.getByRole('combobox', { name: translate('compose.command.label') }).click()
      await page.getByRole('option', { name: '통신 방식' }).click()
      await page.getByRole('combobox', { name: translate('compose.value.choice') }).click()
      await page.getByRole('option').first().click()
      await page.getByRole('radio', { name: translate('compose.mode.search') }).check()
      await page.getByRole('searchbox', { name: translate('compose.search.label') }).fill('0101')
      const hits = page.getByRole('list', { name: translate('compose.search.results') })
      await hits.getByRole('button').first().click()
      const field = input(page, label('orders', 'title'))
      await field.fill(title)
      return {
        act: () => page.getByRole('button', { name: translate('compose.register'), exact: true }).click(),
        kept: () => expect(field).toHaveValue(title),
        done: async () => {
          await expect(page).toHaveURL(/\/app\/orders$/)
          expect(await ordersTitled(title)).toBe(1)
        },
      }
    },
  },
  {
    name: 'devices updated by a sheet',
    call: 'devices.rosterUpdate',
    prepare: async page => {
      const id = await someDevice()
      await arrive(page, '/app/devices')
      const dialog = await openDialog(page)
      await dialog.getByRole('button', { name: translate('roster.purpose.update') }).click()
      const text = `IMEI,Serial\r\n${id},${String(Date.now()).slice(-8)}\r\n`
      const { kept, done } = await walkUpload(page, text, translate('roster.update.done', { count: 1 }))
      await dialog.getByRole('button', { name: translate('roster.update.compare') }).click()
      const update = dialog.getByRole('button', { name: translate('roster.update.do', { count: 1 }) })
      await expect(update).toBeEnabled()
      return {
        act: () => update.click(),
        kept: async () => {
          await kept()
          await expect(update, 'what was agreed to can be sent again').toBeEnabled()
        },
        done,
      }
    },
  },
]

/** Selects a spreadsheet in the open dialog. */
async function walkUpload(page: Page, text: string, done: string): Promise<Prepared> {
  const dialog = page.getByRole('dialog')
  await choose(page, given('sheet.csv', text))
  const chosen = dialog.getByText('sheet.csv')
  return {
    act: () => upload(page),
    kept: () => expect(chosen).toBeVisible(),
    done: async () => {
      const status = dialog.getByRole('status').filter({ hasText: done || /./ })
      await expect(status.first()).toBeVisible()
      await expect(chosen).toHaveCount(0)
    },
  }
}

interface Orders {
  data: { starred: boolean; title: string }[]
}

/** The first orders of the master's list. */
async function ordersNow(most = 1): Promise<Orders> {
  const body = { page_index: 1, page_limit: most }
  return (await ask(site, 'master', 'POST', '/api/orders', body)) as unknown as Orders
}
const ordersTitled = async (title: string) =>
  (await ordersNow(50)).data.filter(order => order.title === title).length
const isStarred = async () => String((await ordersNow()).data[0]!.starred)

async function cancellable(order: number): Promise<number> {
  const { payload } = await ask<OrderDetail>(site, 'master', 'GET', `/api/orders/${order}`)
  return payload.cancellable
}

/** Devices of the vendor and model that `makeBatch` uses. */
const devicesOfModel = async (order: string) =>
  (await devicesOf(site, 'vendor', `page_limit=200&model=1&order_by=id&ascending=${order}`)).data
const someDevice = async () => (await devicesOfModel('1'))[0]!.id

/** Devices of the same vendor and model that no other walk uses. */
let unused: Device[] = []
async function nextDevice(): Promise<Device> {
  if (unused.length === 0) unused = await devicesOfModel('0')
  return unused.pop()!
}

const deviceOf = async (id: string): Promise<Device | undefined> =>
  (await devicesOf(site, 'master', `ids=${id}`)).data[0]

/** The dialog that gives a chosen device another edition. */
async function openChange(page: Page, id: string) {
  await arrive(page, '/app/devices')
  await (await find(page, id)).getByRole('checkbox').click()
  await press(page, 'editField')
  await chooseIn(page, translate('bulk.field'), label('devices', 'edition'))
  return {
    dialog: dialog(page),
    field: dialog(page).getByRole('textbox', { name: label('devices', 'edition'), exact: true }),
    change: dialog(page).getByRole('button', { name: translate('bulk.do.change', { count: '1' }) }),
  }
}

/** Creates an order to one device, not delivered yet. */
async function waitingOrder(): Promise<number> {
  const answer = await ask<{ id: number }>(site, 'master', 'POST', '/api/orders/order', {
    code: 'reboot',
    data: 'NOW',
    title: fresh('취소할 명령'),
    started: '2098 01-01 00:00:00',
    expired: '2099 01-01 00:00:00',
    targets: [await someDevice()],
  })
  return answer.payload.id
}

/**
 * Walks that share an outage, each on a separate page. No other walk of the group of `a star` creates orders, and two
 * changes of many devices by one user wait for each other.
 */
const GROUP_SIZE = 3
const GROUPS = Array.from({ length: Math.ceil(ACTIONS.length / GROUP_SIZE) }, (_, at) =>
  ACTIONS.slice(at * GROUP_SIZE, (at + 1) * GROUP_SIZE),
)

interface Walk {
  action: Action
  page: Page
  /** Writes sent since the page was prepared. */
  tries: number
}

for (const actions of GROUPS) {
  const names = actions.map(({ name }) => name).join(', ')
  test(`in an outage the outcome of ${names} is shown; the next try succeeds once`, async ({ open }) => {
    const first = await open('master', '/error', { fresh: true })
    // It goes on by itself, and without a response faster.
    await first.clock.install()
    const walks: Walk[] = []
    for (const action of actions) {
      const walk = { action, page: await first.context().newPage(), tries: 0 }
      walk.page.on('request', request => {
        if (callOf(request.method(), request.url()) === action.call) walk.tries++
      })
      walks.push(walk)
    }
    for (const outage of WRITE_OUTAGES) await test.step(outage, () => expectDoneOnce(outage, walks))
  })
}

/**
 * Writes on every page during the outage and again after it: no input is lost, nothing is written twice or unasked.
 */
async function expectDoneOnce(outage: Outage, all: Walk[]): Promise<void> {
  const walks = all.filter(({ action: { outages = OF_SCREENS } }) => outages.includes(outage))
  if (walks.length === 0) return
  const prepared = new Map<Walk, Prepared>()
  for (const walk of walks) {
    const { page, action } = walk
    await test.step(`${action.name}, prepared`, async () => prepared.set(walk, await action.prepare(page)))
    await expect(page.getByText(OUTCOME_UNKNOWN)).toHaveCount(0)
    walk.tries = 0
  }
  const pages = walks.map(({ page }) => page)
  await begin(outage, pages, site)
  await unanswered(
    outage,
    [...prepared].map(([{ page, action }, { act }]) => ({ page, act, call: action.call })),
  )
  await onEach(prepared, '', async ({ page }, { act, kept }) => {
    await expect(page.getByText(OUTCOME_UNKNOWN).first()).toBeVisible()
    await kept()
    if (outage !== 'under way') return
    const refused = page.waitForResponse(response => response.status() === 409)
    await act()
    await refused
    await expect(page.getByText(OUTCOME_UNKNOWN).first()).toBeVisible()
    await kept()
  })
  await end(outage, pages, site)
  await onEach(prepared, ', back again', async (walk, { act, done }) => {
    const asked = outage === 'under way' ? 2 : 1
    expect(walk.tries, 'the console sends no write without the user').toBe(asked)
    await act()
    await done()
    expect(walk.tries).toBeGreaterThan(asked)
  })
}

/** Runs on all pages in parallel, since most of the time is waiting. */
async function onEach(
  prepared: ReadonlyMap<Walk, Prepared>,
  when: string,
  act: (walk: Walk, prepared: Prepared) => Promise<void>,
): Promise<void> {
  await Promise.all(
    [...prepared].map(([walk, own]) => test.step(walk.action.name + when, () => act(walk, own))),
  )
}

test('sign-in shows an error during an outage, and works after it', async ({ open }) => {
  for (const outage of OUTAGES.filter(one => one !== 'stopped')) {
    const page = await open('nobody', '/login', { fresh: true })
    if (outage === 'no answer') await page.clock.install()
    await begin(outage, [page], site)
    const act = () => signIn(page, emailOf('vendor'), PASSWORD)
    await unanswered(outage, [{ page, act, call: 'auth.login' }])
    await expect(page.locator('#login-failure')).toBeVisible()
    await expect(page.getByRole('textbox', { name: '비밀번호' })).toHaveValue(PASSWORD)
    await end(outage, [page], site)
    await page.getByRole('button', { name: '로그인', exact: true }).click()
    await expect(page).toHaveURL('/app/main/fleet')
    await settled(page)
  }
})

test('every write of the console has a walk or another test', () => {
  const walked = new Set<string>(ACTIONS.map(({ call }) => call))
  const missing = (Object.keys(calls) as CallName[]).filter(
    name => effectOf(name) !== 'nothing' && !walked.has(name) && !(name in ELSEWHERE),
  )
  expect(missing).toEqual([])
})
