/**
 * Writes of a form × every outage: the console shows the outcome and keeps the input, and the next try performs the
 * write exactly once; nothing is written later without the user. With `no answer` the server has already done the
 * first try. With `under way` the second try is refused, and the third succeeds. `console/api/delivery` tells every
 * screen the same of a failed write, so that a new, a changed and a deleted record stand for all writes.
 */
import type { CallName } from '../../src/console/api/calls'
import { arrive, expect, type Page, testOn } from '../support/journey'
import {
  begin,
  callOf,
  end,
  type Outage,
  type Stoppable,
  startStoppable,
  unanswered,
  WRITE_OUTAGES,
} from '../support/outage'
import { button, fresh, freshBrn, input, label, makeVendor, question, readAll } from '../support/records'

const test = testOn(startStoppable)

let site: Stoppable
test.beforeEach(({ site: own }) => {
  site = own
})

interface Action {
  name: string
  /** The call that writes. */
  call: CallName
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

/** The messages for a missing response and an unsent request. */
const OUTCOME_UNKNOWN = /알 수 없습니다|확인하지 못하였습니다|오프라인 상태여서 보내지 못했습니다/

const VENDORS = '/app/admin/vendors'
const vendorsNamed = async (name: string) =>
  (await readAll(site, 'master', '/api/admin/vendors')).filter(one => one.name === name).length

/** Enters a new name into the form of this vendor, or into the form of a new vendor. */
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
  {
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
  },
  {
    name: 'a changed vendor',
    call: 'vendors.update',
    prepare: async page => nameVendor(page, (await makeVendor(site)).id),
  },
  {
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
  },
]

interface Walk {
  action: Action
  page: Page
  /** Writes sent since the page was prepared. */
  tries: number
}

test('in an outage the outcome of every write is shown; the next try succeeds once', async ({ open }) => {
  const first = await open('master', '/error', { fresh: true })
  // This clock runs by itself; the test advances it where no response comes.
  await first.clock.install()
  const walks: Walk[] = []
  for (const action of ACTIONS) {
    const walk = { action, page: await first.context().newPage(), tries: 0 }
    walk.page.on('request', request => {
      if (callOf(request.method(), request.url()) === action.call) walk.tries++
    })
    walks.push(walk)
  }
  for (const outage of WRITE_OUTAGES) await test.step(outage, () => expectDoneOnce(outage, walks))
})

/**
 * Writes on every page during the outage and again after it: no input is lost, nothing is written twice or unasked.
 */
async function expectDoneOnce(outage: Outage, walks: Walk[]): Promise<void> {
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
