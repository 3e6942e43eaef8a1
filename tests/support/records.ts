/**
 * Helpers for journeys through lists and forms: labels from config, records created through the API, and the screen
 * elements that all resources share.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import korean from 'ra-language-korean'
import { isBrn } from '../../src/domain/brn'
import { luhnDigit } from '../../src/domain/imei'
import { translate } from '../../src/tools/translate'
import { expect, type Level, type Locator, type Page, type Site } from './journey'
import { root } from './source'

type Words = string | { ko: string; en: string }

interface ResourceFile {
  fields: Record<string, { label: Words }>
}

function resource(name: string): ResourceFile {
  const path = name.includes('/') ? name : `resources/${name}`
  return JSON.parse(readFileSync(join(root, `config/${path}.json`), 'utf8')) as ResourceFile
}

/** The label of a field of a delivered resource or of `examples/…`. */
export function label(name: string, field: string): string {
  const known = resource(name).fields[field]?.label
  if (!known) throw new Error(`no field ${field} in ${name}`)
  return typeof known === 'string' ? known : known.ko
}

/** Expects these column headers, from left to right, after checkboxes and the row number (#, 번호 or empty). */
export async function expectHeads(page: Page, labels: string[]): Promise<void> {
  const patterns = [/^(#|번호|)$/, ...labels.map(text => new RegExp(`^${escaped(text)}`))]
  const shown = page.locator('thead th:not(:has(input))')
  await expect(shown.nth(labels.length)).toBeVisible()
  for (const [nth, pattern] of patterns.entries()) await expect(shown.nth(nth)).toHaveText(pattern)
}

let made = 0
/** A unique number of fixed length, so that a search for it finds one record. */
const nextMade = () => `${process.pid}-${String(++made).padStart(4, '0')}`
/** A name that is unique in this run. */
export const fresh = (stem: string) => `${stem} ${nextMade()}`
export const freshEmail = () => `journey-${nextMade()}@journey.example.com`

let brns = 100_000_000 + (process.pid % 100_000) * 1000
/** A valid, unique business registration number (§5): nine digits and their check digit. */
export function freshBrn(): string {
  const digits = String(++brns)
  return [...'0123456789'].map(checkDigit => digits + checkDigit).find(isBrn)!
}

let imeis = 0
/** A valid, unique IMEI: fifteen digits, the last is the check digit. */
export function freshImei(): string {
  const digits = `35${String(process.pid % 1_000_000).padStart(6, '0')}${String(++imeis).padStart(6, '0')}`
  return `${digits}${luhnDigit(digits)}`
}

/** A phone number for a new device with this IMEI: numbers of the demo begin with 0101. */
export const phoneOfImei = (imei: string) => `0102${imei.slice(-8, -1)}`

export interface Answer<Payload> {
  status: number
  message: string
  payload: Payload
  errors?: Record<string, string>
}

/** Calls the API without the browser. */
export async function ask<Payload = Record<string, unknown>>(
  site: Site,
  who: Level,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer<Payload>> {
  const answer = await fetch(site.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await site.token(who)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, ...(text ? (JSON.parse(text) as object) : {}) } as Answer<Payload>
}

export interface Made extends Record<string, unknown> {
  id: number
  name: string
}

async function accepted(answer: Answer<Made>): Promise<Made> {
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`not made: ${JSON.stringify(answer)}`)
  return answer.payload
}

export const makeClient = async (site: Site, values: Record<string, unknown> = {}) =>
  accepted(
    await ask<Made>(site, 'master', 'PUT', '/api/clients/', {
      id: 0,
      name: fresh('회원'),
      email: freshEmail(),
      password: 'Journey-1!',
      level: 3,
      vendor: 1,
      active: true,
      ...values,
    }),
  )

export const makeVendor = async (site: Site, values: Record<string, unknown> = {}) => {
  const vendor = { id: 0, name: fresh('업체'), brn: freshBrn(), active: true, ...values }
  return accepted(await ask<Made>(site, 'master', 'PUT', '/api/admin/vendors', vendor))
}

export const makeBatch = async (site: Site, values: Record<string, unknown> = {}, who: Level = 'vendor') => {
  const batch = { id: -1, name: fresh('그룹'), comment: '시험용', model: 1, ...values }
  return accepted(await ask<Made>(site, who, 'PUT', '/api/batches/-1', batch))
}

export interface Device {
  id: string
  isdn: string
  serial: string
  version: string
  model: string
  model_id: number
  batch: string
  batch_id: number
  client: number
  edition: string
  vendor: number
  vpn?: object
}

/** Devices as the API lists them for a level, and their total. */
export async function devicesOf(site: Site, who: Level, query = '') {
  const answer: unknown = await ask(site, who, 'GET', `/api/devices?${query}`)
  return answer as { data: Device[]; count: number }
}

/** Sends one order per title from the client to its first devices. Returns the ids; the last order is the newest. */
export async function sendOrders(site: Site, titles: string[], devices = 3): Promise<number[]> {
  const { data } = await devicesOf(site, 'client', `page_limit=${devices}`)
  const targets = data.map(({ id }) => id)
  const ids: number[] = []
  for (const title of titles) {
    const sheet = { code: 'led-brightness', data: '40', title, targets }
    const { payload } = await ask<{ id: number }>(site, 'client', 'POST', '/api/orders/order', sheet)
    ids.push(payload.id)
  }
  return ids
}

/** The address of a list with a filter. */
export const filtered = (path: string, filter: object) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** All clients, vendors or batches in the scope of the level. */
export async function readAll(site: Site, who: Level, path: string): Promise<Made[]> {
  const { payload } = await ask<Made[]>(site, who, 'GET', path)
  return payload
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** An input by its label, with or without the star of a required field. */
export function input(page: Page | Locator, name: string): Locator {
  return page.getByLabel(new RegExp(`^${escaped(name)}(\\s?\\*)?$`)).first()
}

/** Chooses an option of a dropdown. */
export async function choose(page: Page, name: string, option: string | RegExp): Promise<void> {
  await input(page, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses the first option of a dropdown that contains the text. */
export async function chooseFirst(page: Page, name: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option').filter({ hasText: option }).first().click()
}

/** The rows with a record, without the placeholders of rows that load (`aria-hidden`). */
export const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])')
export const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text })

/** The search box of a list. */
export const search = (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name: '검색', exact: true })

/** Searches a list for one record and returns its row. */
export async function find(page: Page, text: string): Promise<Locator> {
  await search(page).fill(text)
  // Wait until the search is applied, since the rows are then rendered again.
  await expect(page).toHaveURL(url => (url.searchParams.get('filter') ?? '').includes(text))
  await expect(rows(page)).toHaveCount(1)
  // The search box must keep the focus while typing.
  await expect(search(page)).toBeFocused()
  return rowOf(page, text)
}

/** The confirmation dialog of a deletion. */
const question = (page: Page) => page.getByRole('alertdialog')

const RA = korean.ra.action

/** The buttons of the screens. */
export const button = {
  /** Above the list, and in the middle of an empty one. */
  create: (page: Page) => page.getByRole('main').getByRole('link', { name: RA.create }).first(),
  edit: (row: Locator) => row.getByRole('link', { name: new RegExp(`${RA.edit}$`) }),
  remove: (row: Locator) => row.getByRole('button', { name: new RegExp(`${RA.delete}$`) }),
  save: (page: Page) => page.getByRole('button', { name: RA.save, exact: true }),
  back: (page: Page) =>
    page
      .getByRole('main')
      .getByRole('link', { name: translate('shell.wayBack'), exact: true })
      .last(),
  yes: (page: Page) =>
    question(page).getByRole('button', { name: translate('records.delete.yes'), exact: true }),
  no: (page: Page) =>
    question(page).getByRole('button', { name: translate('records.delete.no'), exact: true }),
}

/** Opens the form of a record by the button of its row. After saving, the form leads back to the list. */
export async function openForm(page: Page, row: Locator): Promise<void> {
  await button.edit(row).click()
  await button.save(page).waitFor()
}

/** Deletes a record by the button of its row: after No it is still there, after Yes it is gone. */
export async function expectDeletion(page: Page, row: Locator, name: string, done: string): Promise<void> {
  await button.remove(row).click()
  await expect(question(page)).toContainText(name)
  await button.no(page).click()
  await expect(question(page)).toHaveCount(0)
  await expect(row).toBeVisible()
  await button.remove(row).click()
  await button.yes(page).click()
  await expect(page.getByText(done)).toBeVisible()
  await expect(row).toHaveCount(0)
}

/** Saves the form and expects a message. */
export async function saveAndExpect(page: Page, sentence: string): Promise<void> {
  await button.save(page).click()
  await expect(page.getByText(sentence).first()).toBeVisible()
}

/** Expects the error message of a field, as its accessible description. */
export async function expectFieldError(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(escaped(sentence)))
}
