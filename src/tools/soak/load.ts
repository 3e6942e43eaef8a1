/**
 * The load generator of the soak test, forked by `soak.ts`. Each user sends a request, waits for the response, and
 * pauses for about two seconds; one also uploads rosters all the time.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { luhnDigit } from '../../domain/imei'

export interface LoadSettings {
  url: string
  seconds: number
  /** E-mail addresses; the first is a master, who also uploads. */
  users: string[]
  password: string
}

/** The results of one kind of call. */
export interface KindReport {
  kind: Kind
  /** Milliseconds of each call, in order. */
  took: number[]
  /** The number of responses other than 200, by status and code such as `503 databaseGone`. */
  others: Record<string, number>
}

const KINDS = ['list', 'dashboard', 'search', 'edit', 'order', 'sign-in', 'upload'] as const
type Kind = (typeof KINDS)[number]

const THINK_MS = 2_000
const UPLOAD_ROWS = 20_000
const ORDER_DEVICES = 10
/** The interval at which tokens are renewed, as in the console. */
const RENEW_MS = 10 * 60_000

const reports = new Map<Kind, KindReport>(KINDS.map(kind => [kind, { kind, took: [], others: {} }]))
let isOver = false

if (process.send)
  process.once('message', async (settings: LoadSettings) => {
    await run(settings)
    process.send!([...reports.values()], () => process.exit(0))
  })

async function run({ url, seconds, users, password }: LoadSettings): Promise<void> {
  const persons: Person[] = []
  // Not in parallel: the server refuses many simultaneous sign-ins.
  for (const email of users) persons.push(await Person.signIn(url, email, password))
  const [master] = persons
  const ending = wait(seconds * 1000).then(() => {
    isOver = true
  })
  await Promise.all([
    ending,
    uploadAgainAndAgain(master!),
    ...persons.map((person, index) => simulateUser(person, index)),
  ])
}

async function simulateUser(person: Person, index: number): Promise<void> {
  // Each user begins at another moment of the pause.
  await wait((index * 397) % THINK_MS)
  await person.findDevices()
  while (!isOver) {
    await person.doSomething()
    await wait(THINK_MS * (0.5 + Math.random()))
  }
}

class Person {
  #token = ''
  #renewed = 0
  #devices: string[] = []

  private constructor(private readonly url: string) {}

  static async signIn(url: string, email: string, password: string): Promise<Person> {
    const person = new Person(url)
    await person.#fetchToken('/api/auth/login', { email, password })
    return person
  }

  /** Finds the devices to which this user sends orders. */
  async findDevices(): Promise<void> {
    const path = `/api/devices?page_limit=${ORDER_DEVICES}`
    const { data = [] } = await this.ask<{ data?: { id: string }[] }>('list', 'GET', path)
    this.#devices = data.map(({ id }) => id)
  }

  async doSomething(): Promise<void> {
    if (performance.now() - this.#renewed > RENEW_MS) await this.#fetchToken('/api/auth/refresh')
    const chance = Math.random()
    // Of 20 requests, 12 are lists, 4 dashboards, 2 searches, 1 an edit and 1 an order.
    if (chance < 0.6) await this.ask('list', 'GET', pick(LISTS)())
    else if (chance < 0.8) await this.ask('dashboard', 'GET', pick(DASHBOARD))
    else if (chance < 0.9) await this.#search()
    else if (chance < 0.95 || this.#devices.length === 0)
      await this.ask('edit', 'PUT', '/api/client/', { duty: `duty ${random(1000)}` })
    else {
      const order = { code: 'reboot', data: 'NOW', targets: this.#devices }
      await this.ask('order', 'POST', '/api/orders/order', order)
    }
  }

  async #search(): Promise<void> {
    // As many digits of a phone number as users usually type.
    const alike = String(random(10 ** pick([4, 5, 6, 8]))).padStart(4, '0')
    const compose = { topic: 'number', alike, status: 'all', max: 50 }
    if (Math.random() < 0.5) await this.ask('search', 'GET', `/api/search?q=${alike}`)
    else await this.ask('search', 'POST', '/api/devices', compose)
  }

  async #fetchToken(path: string, body?: object): Promise<void> {
    const { payload } = await this.ask<{ payload: string }>('sign-in', 'POST', path, body)
    this.#token = payload
    this.#renewed = performance.now()
  }

  /** Sends a request and records it under its kind; without a response, its status is `none`. */
  async ask<Answer = unknown>(
    kind: Kind,
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<Answer> {
    const { took, others } = reports.get(kind)!
    const isForm = body instanceof FormData
    const began = performance.now()
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body && JSON.stringify(body),
    }).catch((error: Error) => error)
    const text =
      answer instanceof Response ? await answer.text().catch(String) : String(answer.cause ?? answer)
    took.push(performance.now() - began)
    if (answer instanceof Response && answer.ok) return JSON.parse(text) as Answer
    const outcome =
      answer instanceof Response ? `${answer.status} ${/"code":"([^"]*)"/.exec(text)?.[1]}` : `none: ${text}`
    others[outcome] = (others[outcome] ?? 0) + 1
    return {} as Answer
  }
}

/** Uploads new devices each time, so the fleet grows. */
async function uploadAgainAndAgain(master: Person): Promise<void> {
  for (let upload = 0; !isOver; upload++) {
    const form = new FormData()
    form.append('file', new Blob([rosterOf(upload)]), 'roster.csv')
    await master.ask('upload', 'POST', '/api/devices/roster/ul', form)
    // Wait before the next upload, since this one may have been refused.
    await wait(500)
  }
}

function rosterOf(upload: number): string {
  const lines = ['IMEI,Phone,Serial,Model']
  for (let row = 0; row < UPLOAD_ROWS; row++) {
    const number = upload * UPLOAD_ROWS + row
    const digits = `86${String(number).padStart(12, '0')}`
    lines.push(`${digits}${luhnDigit(digits)},011${String(number).padStart(8, '0')},U${number},model 1`)
  }
  return lines.join('\n')
}

const random = (below: number) => Math.floor(Math.random() * below)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!

/** Requests of lists as the console sends them, with filters and orders on indexed columns. */
const LISTS: readonly (() => string)[] = [
  () => `/api/devices?page_index=${1 + random(5)}&page_limit=20&order_by=id&ascending=${random(2)}`,
  () => `/api/devices?page_limit=20&order_by=isdn&model=${1 + random(5)}`,
  () => `/api/devices?page_limit=20&order_by=id&batch=${2 + random(48)}`,
  () => `/api/devices?page_limit=20&order_by=serial`,
  () => '/api/batches?page_index=1&page_limit=20',
  () => '/api/orders/status',
  () => '/api/models',
]

const DASHBOARD = ['/api/dashboard/stats', '/api/dashboard/place', '/api/dashboard/place?sido=KR-11']
