/**
 * Measures memory and CPU of the idle demo (`npm start`), server and simulated devices together, and the time until all
 * online devices have answered an order.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Device } from '../../contract/devices'
import type { OrderDetail } from '../../contract/orders'
import { freePort, type Site, startSite } from '../services/site'
import { cpuSecondsOf, proportionalMb } from '../soak/memory'
import { until } from '../until'
import { formatCount, print, target } from './print'

const MAX_MB = 500
const MAX_CORES = 0.1
const MAX_ANSWER_SECONDS = 10
/** By then all devices are connected, and the garbage of the start is collected. */
const SETTLE_MS = 60_000
const REST_MS = 60_000
const PAGE = 100

export async function benchDemo(): Promise<void> {
  await using site = await startSite({ env: { MQTT_PORT: String(await freePort()), LOG_LEVEL: 'info' } })
  await site.waitForOutput(/devices of the demo are simulated/)
  await wait(SETTLE_MS)
  const before = cpuSecondsOf(site.pid)
  await wait(REST_MS)
  const cores = (cpuSecondsOf(site.pid) - before) / (REST_MS / 1000)
  const mb = proportionalMb(site.pid)
  print('The demo at rest, server and simulated devices together')
  print(`  memory (PSS)           ${mb.toFixed(0)} MB${target(`${MAX_MB} MB`, mb < MAX_MB)}`)
  print(
    `  processor              ${cores.toFixed(3)} of a core${target(String(MAX_CORES), cores <= MAX_CORES)}`,
  )
  const { devices, seconds } = await timeAnswers(site)
  print(
    `  order to ${formatCount(devices)} online   the last one answers ${seconds.toFixed(1)} s after the hold${target(`${MAX_ANSWER_SECONDS} s`, seconds <= MAX_ANSWER_SECONDS)}`,
  )
}

/** Times an order to all online devices. Devices that go offline meanwhile need not answer. */
async function timeAnswers(site: Site): Promise<{ devices: number; seconds: number }> {
  const ask = await signInAsMaster(site)
  const targets = await listOnline(ask)
  const sheet = { code: 'reboot', data: 'NOW', title: 'bench of the demo', targets }
  const { id } = (await ask('POST', '/api/orders/order', sheet)) as { id: number }
  let last = 0
  await until(
    async () => {
      const { success, failure, holdUntil } = (await ask('GET', `/api/orders/${id}`)) as OrderDetail
      last = (Date.now() - Date.parse(holdUntil)) / 1000
      if (success + failure >= targets.length) return true
      const online = new Set(await listOnline(ask))
      const away = targets.filter(imei => !online.has(imei)).length
      return success + failure + away >= targets.length
    },
    { everyMs: 200, withinMs: 60_000 },
  )
  return { devices: targets.length, seconds: last }
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

async function listOnline(ask: Ask): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const path = `/api/devices?status=linked&page_limit=${PAGE}&page_index=${all.length / PAGE + 1}`
    const { data, count } = (await ask('GET', path)) as { data: Device[]; count: number }
    all.push(...data.map(({ id }) => id))
    if (data.length === 0 || all.length >= count) return all
  }
}
