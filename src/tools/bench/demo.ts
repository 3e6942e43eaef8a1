/**
 * Measures memory and CPU of the idle demo (`npm start`), server and simulated devices together, and the time until all
 * online devices have answered an order.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Device } from '../../contract/devices'
import type { OrderDetail } from '../../contract/orders'
import type { TargetState } from '../../contract/orderTargets'
import { OPEN_STATUSES } from '../../domain/orders'
import { freePort, type Site, startSite } from '../services/site'
import { cpuSecondsOf, proportionalMb } from '../soak/memory'
import { until } from '../until'
import { formatCount, print, targetNote } from './print'

const MAX_MB = 500
const MAX_CORES = 0.1
const MAX_ANSWER_SECONDS = 10
/** The wait before measuring: all devices connect, and the garbage of the start is collected. */
const SETTLE_MS = 60_000
/** How long the CPU time is measured. */
const REST_MS = 60_000
const ROWS_PER_PAGE = 100

export async function benchDemo(): Promise<void> {
  await using site = await startSite({ env: { MQTT_PORT: String(await freePort()), LOG_LEVEL: 'info' } })
  await site.waitForOutput(/devices of the demo are simulated/)
  await wait(SETTLE_MS)
  const cpuSecondsBefore = cpuSecondsOf(site.pid)
  await wait(REST_MS)
  const cores = (cpuSecondsOf(site.pid) - cpuSecondsBefore) / (REST_MS / 1000)
  const mb = proportionalMb(site.pid)
  print('The demo at rest, server and simulated devices together')
  print(`  memory (PSS)           ${mb.toFixed(0)} MB${targetNote(`${MAX_MB} MB`, mb < MAX_MB)}`)
  print(
    `  processor              ${cores.toFixed(3)} of a core${targetNote(String(MAX_CORES), cores <= MAX_CORES)}`,
  )
  const { devices, seconds } = await timeAnswers(site)
  print(
    `  order to ${formatCount(devices)} online   the last one answers ${seconds.toFixed(1)} s after it was released${targetNote(`${MAX_ANSWER_SECONDS} s`, seconds <= MAX_ANSWER_SECONDS)}`,
  )
}

/** Times an order to all online devices. Devices that go offline before they answer need not answer. */
async function timeAnswers(site: Site): Promise<{ devices: number; seconds: number }> {
  const ask = await signInAsMaster(site)
  const online = await listAll<Device>(ask, '/api/devices?status=linked')
  const targets = online.map(({ id }) => id)
  const order = { code: 'reboot', data: 'NOW', title: 'bench of the demo', targets }
  const { id } = (await ask('POST', '/api/orders/order', order)) as { id: number }
  let seconds = 0
  await until(
    async () => {
      const { success, failure, holdUntil } = (await ask('GET', `/api/orders/${id}`)) as OrderDetail
      // The server holds an order for a while, so that it can be cancelled, and then sends it.
      seconds = (Date.now() - Date.parse(holdUntil)) / 1000
      const hasAllAnswers = success + failure >= targets.length
      return hasAllAnswers || (await isUnansweredOnlyOffline(ask, id))
    },
    { everyMs: 200, withinMs: 60_000 },
  )
  return { devices: targets.length, seconds }
}

/** Whether all targets without an answer are offline now. */
async function isUnansweredOnlyOffline(ask: Ask, orderId: number): Promise<boolean> {
  const openTargets = await Promise.all(
    OPEN_STATUSES.map(status => listAll<TargetState>(ask, `/api/orders/${orderId}/targets?status=${status}`)),
  )
  return openTargets.flat().every(({ online }) => !online)
}

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

async function signInAsMaster(site: Site): Promise<Ask> {
  const headers = {
    authorization: `Bearer ${await site.token('master')}`,
    'content-type': 'application/json',
  }
  return async (method, path, body) => {
    const answer = await fetch(site.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    const json = (await answer.json()) as { payload?: unknown }
    return json.payload ?? json
  }
}

/** All pages of a list. @param path with a query */
async function listAll<Item>(ask: Ask, path: string): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page++) {
    const pageOfList = await ask('GET', `${path}&page_limit=${ROWS_PER_PAGE}&page_index=${page}`)
    const { data, count } = pageOfList as { data: Item[]; count: number }
    all.push(...data)
    if (data.length === 0 || all.length >= count) return all
  }
}
