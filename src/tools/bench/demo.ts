/**
 * What the demo of `npm start` costs at rest, server and simulated devices together, and how soon all devices that it
 * shows online answer.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Device } from '../../contract/devices'
import type { OrderDetail } from '../../contract/orders'
import { freePort, type Site, startSite } from '../services/site'
import { cpuSecondsOf, sharedOutMb } from '../soak/memory'
import { until } from '../until'
import { many, print, target } from './print'

const MOST_MB = 500
const MOST_CORES = 0.1
const ANSWERED_SECONDS = 10
/** All devices have come by then, and what the start has left behind is collected. */
const SETTLE_MS = 60_000
const REST_MS = 60_000
const PAGE = 100

export async function benchDemo(): Promise<void> {
  await using site = await startSite({ env: { MQTT_PORT: String(await freePort()), LOG_LEVEL: 'info' } })
  await site.printed(/devices of the demo are simulated/)
  await wait(SETTLE_MS)
  const before = cpuSecondsOf(site.pid)
  await wait(REST_MS)
  const cores = (cpuSecondsOf(site.pid) - before) / (REST_MS / 1000)
  const mb = sharedOutMb(site.pid)
  print('The demo at rest, server and simulated devices together')
  print(`  memory (PSS)           ${mb.toFixed(0)} MB${target(`${MOST_MB} MB`, mb < MOST_MB)}`)
  print(
    `  processor              ${cores.toFixed(3)} of a core${target(String(MOST_CORES), cores <= MOST_CORES)}`,
  )
  const { devices, seconds } = await timeAnswers(site)
  print(
    `  order to ${many(devices)} online   the last one answers ${seconds.toFixed(1)} s after the hold${target(`${ANSWERED_SECONDS} s`, seconds <= ANSWERED_SECONDS)}`,
  )
}

/** Of an order to all that are online; one that goes offline meanwhile need not answer. */
async function timeAnswers(site: Site): Promise<{ devices: number; seconds: number }> {
  const ask = await askerOf(site)
  const targets = await onlineOf(ask)
  const sheet = { code: 'reboot', data: 'NOW', title: 'bench of the demo', targets }
  const { id } = (await ask('POST', '/api/orders/order', sheet)) as { id: number }
  let last = 0
  await until(
    async () => {
      const { success, failure, holdUntil } = (await ask('GET', `/api/orders/${id}`)) as OrderDetail
      last = (Date.now() - Date.parse(holdUntil)) / 1000
      if (success + failure >= targets.length) return true
      const online = new Set(await onlineOf(ask))
      const away = targets.filter(imei => !online.has(imei)).length
      return success + failure + away >= targets.length
    },
    { everyMs: 200, withinMs: 60_000 },
  )
  return { devices: targets.length, seconds: last }
}

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

async function askerOf(site: Site): Promise<Ask> {
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
    const said = (await answer.json()) as { payload?: unknown }
    return said.payload ?? said
  }
}

async function onlineOf(ask: Ask): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const path = `/api/devices?status=linked&page_limit=${PAGE}&page_index=${all.length / PAGE + 1}`
    const { data, count } = (await ask('GET', path)) as { data: Device[]; count: number }
    all.push(...data.map(({ id }) => id))
    if (data.length === 0 || all.length >= count) return all
  }
}
