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
  freshEmail,
  freshImei,
  input,
  label,
  type Made,
  makeBatch,
  makeClient,
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
  'uploads.cancel': 'tests/console/upload, tests/console/roster',
  'bulk.undo': 'tests/console/bulk: its notice stays with the undo button',
}

/** Enables the HTTP authentication of brokers, which checks device secrets. */
const BROKER = 'kZ8vQ2nB7mX4cT1yR6wE9uH3jL5pS0aD'
const test = testOn(() => startStoppable({ env: { BROKER_SECRET: BROKER } }))

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
/** Forms and questions are those of vendors; what the server has done is found again by each call. */
const inOneOutage = (action: Action): Action => ({ ...action, outages: ['no answer'] })

/** The messages for a missing response and an unsent request. */
const OUTCOME_UNKNOWN = /알 수 없습니다|확인하지 못하였습니다|오프라인 상태여서 보내지 못했습니다/

const LISTS: Readonly<Record<string, string>> = {
  vendors: '/api/admin/vendors',
  clients: '/api/admin/clients',
  batches: '/api/batches',
  models: '/api/resources/models',
}
const SCREENS: Readonly<Record<string, string>> = {
  vendors: '/app/admin/vendors',
  clients: '/app/admin/clients',
  batches: '/app/groups/batches',
  models: '/app/admin/models',
}
const named = async (resource: string, name: string) =>
  (await asList(LISTS[resource]!)).filter(one => one.name === name).length

/** All records of a list; resources defined only in config answer without an envelope. */
async function asList(path: string): Promise<{ name: string }[]> {
  if (!path.startsWith('/api/resources/')) return readAll(site, 'master', path)
  const answer = await fetch(site.url + path, {
    headers: { authorization: `Bearer ${await site.token('master')}` },
  })
  return (await answer.json()) as { name: string }[]
}

const create = (resource: string, call: CallName, fill: (page: Page) => Promise<void>): Action => ({
  name: `a new record of ${resource}`,
  call,
  prepare: async page => {
    const name = fresh('새 이름')
    await arrive(page, `${SCREENS[resource]}/edit/0`)
    const field = input(page, label(resource, 'name'))
    await field.fill(name)
    await fill(page)
    return {
      act: () => button.save(page).click(),
      kept: () => expect(field).toHaveValue(name),
      done: async () => {
        await expect(page).toHaveURL(new RegExp(`${resource}$`))
        expect(await named(resource, name)).toBe(1)
      },
    }
  },
})

type Make = () => Promise<Made>

const change = (resource: string, call: CallName, make: Make): Action => ({
  name: `a changed record of ${resource}`,
  call,
  prepare: async page => {
    const { id } = await make()
    const name = fresh('고친 이름')
    await arrive(page, `${SCREENS[resource]}/edit/${id}`)
    const field = input(page, label(resource, 'name'))
    await field.fill(name)
    return {
      act: () => button.save(page).click(),
      kept: () => expect(field).toHaveValue(name),
      done: async () => {
        await expect.poll(() => named(resource, name)).toBe(1)
        // No other user has changed it, so no conflict is shown.
        await expect(question(page)).toHaveCount(0)
      },
    }
  },
})

const remove = (resource: string, call: CallName, make: Make): Action => ({
  name: `a deleted record of ${resource}`,
  call,
  prepare: async page => {
    const { id, name } = await make()
    await arrive(page, `${SCREENS[resource]}/edit/${id}`)
    await page.getByRole('button', { name: '삭제', exact: true }).click()
    return {
      act: () => button.yes(page).click(),
      kept: () => expect(button.yes(page)).toBeEnabled(),
      done: async () => {
        await expect(question(page)).toHaveCount(0)
        // Back to the list.
        await expect(page).not.toHaveURL(/edit/)
        expect(await named(resource, name)).toBe(0)
      },
    }
  },
})

const makeModel: Make = async () => {
  const made: unknown = await ask(site, 'master', 'POST', '/api/resources/models', { name: fresh('FT') })
  return made as Made
}

const ACTIONS: readonly Action[] = [
  inEveryOutage(
    create('vendors', 'vendors.create', page => input(page, label('vendors', 'brn')).fill(freshBrn())),
  ),
  inEveryOutage(change('vendors', 'vendors.update', () => makeVendor(site))),
  inEveryOutage(remove('vendors', 'vendors.remove', () => makeVendor(site))),
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
  inOneOutage(
    create('clients', 'clients.save', async page => {
      await input(page, label('clients', 'email')).fill(freshEmail())
      for (const secret of await page.locator('main input[type=password]').all())
        await secret.fill('Journey-1!')
    }),
  ),
  inOneOutage(remove('clients', 'clients.remove', () => makeClient(site))),
  inOneOutage(change('batches', 'batches.save', () => makeBatch(site))),
  inOneOutage(remove('batches', 'batches.remove', () => makeBatch(site))),
  create('models', 'records.create', async () => {}),
  change('models', 'records.update', makeModel),
  remove('models', 'records.remove', makeModel),
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
    name: 'a changed device',
    call: 'devices.update',
    prepare: async page => {
      const { id } = await nextDevice()
      const edition = fresh('에디션')
      await arrive(page, `/app/devices/edit/${id}`)
      const field = input(page, label('devices', 'edition'))
      await field.fill(edition)
      return {
        act: () => button.save(page).click(),
        kept: () => expect(field).toHaveValue(edition),
        done: async () => {
          await expect.poll(async () => (await deviceOf(id))?.edition).toBe(edition)
          await expect(question(page)).toHaveCount(0)
        },
      }
    },
  },
  {
    name: 'a removed device',
    call: 'devices.remove',
    prepare: async page => {
      const { id } = await nextDevice()
      await arrive(page, `/app/devices/edit/${id}`)
      await page.getByRole('button', { name: '삭제', exact: true }).click()
      return {
        act: () => button.yes(page).click(),
        kept: () => expect(button.yes(page)).toBeEnabled(),
        done: async () => {
          await expect(question(page)).toHaveCount(0)
          await expect(page).not.toHaveURL(/edit/)
          expect(await deviceOf(id)).toBeUndefined()
        },
      }
    },
  },
  {
    name: 'a secret for a device',
    call: 'deviceSecrets.issue',
    prepare: async page => {
      const { id } = await nextDevice()
      const dialog = await openSecrets(page, id)
      const issue = dialog.getByRole('button', { name: translate('secrets.device.issue') })
      const shown = dialog.getByRole('textbox', { name: translate('secrets.device.secret') })
      return {
        act: () => issue.click(),
        kept: () => expect(issue).toBeEnabled(),
        done: async () => {
          // If two secrets were issued, the one shown is valid.
          expect(await isGoodSecret(id, await shown.inputValue())).toBe(true)
        },
      }
    },
  },
  {
    name: 'the secrets of a device that are taken away',
    call: 'deviceSecrets.revoke',
    prepare: async page => {
      const { id } = await nextDevice()
      await ask(site, 'master', 'POST', `/api/devices/${id}/secret`)
      const dialog = await openSecrets(page, id)
      await dialog.getByRole('button', { name: translate('secrets.device.revoke') }).click()
      const yes = question(page).getByRole('button', { name: translate('secrets.revoke.yes'), exact: true })
      return {
        act: () => yes.click(),
        kept: () => expect(yes).toBeEnabled(),
        done: async () => {
          await expect(question(page)).toHaveCount(0)
          await expect(dialog.getByText(translate('secrets.device.revoked'))).toBeVisible()
          const { payload } = await ask(site, 'master', 'GET', `/api/devices/${id}/secret`)
          expect(payload).toMatchObject({ issued: null, old_until: null })
        },
      }
    },
  },
  {
    name: 'the secrets of a group',
    call: 'deviceSecrets.issueBatch',
    prepare: async page => {
      const { id, model_id } = await nextDevice()
      const batch = await makeBatch(site, { model: model_id })
      const moved = await ask(site, 'master', 'PUT', `/api/devices/${id}`, {
        batch_id: batch.id,
        bunch_id: 0,
      })
      expect(moved).toMatchObject({ result: true })
      await arrive(page, SCREENS.batches!)
      const row = await find(page, batch.name)
      await row.getByRole('button', { name: new RegExp(translate('secrets.batch.open')) }).click()
      const dialog = page.getByRole('dialog')
      const issue = dialog.getByRole('button', { name: translate('secrets.batch.issue') })
      await expect(issue).toBeEnabled()
      return {
        act: () => issue.click(),
        kept: () => expect(issue).toBeEnabled(),
        done: async () => {
          await expect(dialog.getByText(translate('secrets.batch.done', { devices: '1' }))).toBeVisible()
          const { payload } = await ask(site, 'master', 'GET', `/api/devices/${id}/secret`)
          expect(payload.issued).toEqual(expect.any(String))
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
    name: 'a change of many devices that is stopped',
    call: 'bulk.cancel',
    // `tests/console/bulk` covers missing responses: the change then waits as well.
    outages: ['offline', '502'],
    prepare: async page => {
      const { id } = await nextDevice()
      const { dialog, field, change } = await openChange(page, id)
      await field.fill(fresh('여럿'))
      // Holds the change until `release` is called.
      let release = () => {}
      const held = new Promise<void>(resolve => {
        release = resolve
      })
      await page.route('**/api/devices/bulk', async route => {
        await held
        await route.abort()
      })
      await change.click()
      const stop = dialog.getByRole('button', { name: '취소', exact: true })
      return {
        act: () => stop.click(),
        kept: () => expect(stop).toBeEnabled(),
        done: async () => {
          await expect(
            dialog.getByRole('button', { name: translate('bulk.progress.stopping') }),
          ).toBeDisabled()
          release()
          // The change shows the outcome.
          await expect(dialog.getByText(OUTCOME_UNKNOWN)).toBeVisible()
          await page.unroute('**/api/devices/bulk')
        },
      }
    },
  },
  {
    name: 'the devices of a group',
    call: 'batches.upload',
    prepare: async page => {
      const { name } = await makeBatch(site)
      await arrive(page, SCREENS.batches!)
      const row = await find(page, name)
      await row.getByRole('button', { name: new RegExp(translate('records.devices.open')) }).click()
      const walk = await walkUpload(page, `IMEI\r\n${await someDevice()}\r\n`, '')
      const question = page.getByRole('alertdialog')
      return {
        ...walk,
        done: async () => {
          await question.getByRole('button', { name: translate('records.devices.leaving.yes') }).click()
          await walk.done()
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
  {
    name: 'an order that is composed',
    call: 'orders.register',
    prepare: async page => {
      const title = fresh('작성한 명령')
      await arrive(page, '/app/orders/compose')
      for (const choice of [translate('compose.command.label'), translate('compose.value.choice')]) {
        await page.getByRole('combobox', { name: choice }).click()
        await page.getByRole('option').first().click()
      }
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

/** The dialog of a device's secret, from its row. */
async function openSecrets(page: Page, id: string) {
  await arrive(page, '/app/devices')
  const row = await find(page, id)
  await row.getByRole('button', { name: new RegExp(translate('secrets.device.open')) }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: translate('secrets.device.issue') })).toBeVisible()
  return dialog
}

/** True if the secret is valid, checked as a broker does. */
async function isGoodSecret(username: string, password: string): Promise<boolean> {
  const answer = await fetch(`${site.url}/broker/user`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BROKER}` },
    body: new URLSearchParams({ username, password }),
  })
  return (await answer.text()) === 'allow'
}

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

/** Walks that share an outage, each on a separate page. No other walk of the group of `a star` creates orders. */
const GROUP_SIZE = 4
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
  test(`during an outage the console shows the outcome of ${names}; the next try succeeds exactly once`, async ({
    open,
  }) => {
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
    [...prepared].map(([{ page }, { act }]) => ({ page, act })),
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
    await unanswered(outage, [{ page, act: () => signIn(page, emailOf('vendor'), PASSWORD) }])
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
