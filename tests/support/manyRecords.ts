/**
 * A server with 10,000 records of every kind that a reference can select, and a resource of config that refers to all
 * of them. The last record of each kind refers to the last of the others. Order methods stay few: §2 shows them all.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { CompiledConfig } from '../../src/engine/compiled'
import { openDatabase } from '../../src/server/store/database'
import { copyConfig } from './configFolder'
import { type Page, type Site, startSite } from './journey'

const MANY = 10_000

const reference = (to: string, label: string, more: object = {}) => ({
  type: 'reference',
  reference: to,
  label,
  ...more,
})

/** A resource of config that refers to every other one. */
const VISITS = {
  label: '방문',
  recordName: 'title',
  source: { dialect: 'simple-rest' },
  access: { list: 'master', show: 'master', create: 'master', edit: 'master', delete: 'master' },
  fields: {
    title: { type: 'text', label: '제목' },
    company: reference('vendors', '방문 업체'),
    person: reference('clients', '방문 회원'),
    kind: reference('models', '방문 모델'),
    group: reference('batches', '방문 그룹'),
    part: reference('bunches', '방문 하위 그룹', { dependsOn: { batch: 'group' } }),
    any: reference('bunches', '아무 하위 그룹'),
    command: reference('methods', '방문 명령'),
    device: reference('devices', '방문 단말'),
    sim: reference('sims', '방문 유심'),
  },
  list: {
    columns: ['title', 'company', 'person', 'kind', 'group', 'part', 'any', 'command', 'device', 'sim'],
    perPage: 20,
    filters: [
      { name: 'q', type: 'search', label: '검색' },
      ...['company', 'person', 'kind', 'group', 'any', 'command', 'device', 'sim'].map(name => ({
        name,
        type: 'reference',
        label: `${name} 필터`,
      })),
    ],
    rowActions: ['edit'],
  },
  form: {
    sections: [
      {
        fields: ['title', 'company', 'person', 'kind', 'group', 'part', 'any', 'command', 'device', 'sim'],
      },
    ],
  },
}

export interface ManySite extends Site {
  config: CompiledConfig
  /** Name and id of the last record of each resource, ordered by name. */
  last: Record<string, { id: string | number; name: string }>
}

/** @param seed a data folder with the demo fleet; it is copied */
export async function startManySite(seed: string): Promise<ManySite> {
  const data = await mkdtemp(join(tmpdir(), 'fleet-many-'))
  const config = await copyConfig()
  await cp(seed, data, { recursive: true })
  await config.drop('config/examples/sims.json', 'resources/sims.json')
  await writeFile(join(config.path, 'resources/visits.json'), JSON.stringify(VISITS))
  const last = await fill(data)
  const site = await startSite({ at: data, env: { FLEET_CONFIG: config.path } })
  const boot = (await (await fetch(`${site.url}/config.json`)).json()) as { config: CompiledConfig }
  return {
    ...site,
    config: boot.config,
    last,
    stop: async () => {
      await site.stop()
      await config.discard()
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function fill(folder: string): Promise<ManySite['last']> {
  const db = await openDatabase({ folder })
  try {
    // Sorts after the names of the demo fleet.
    const name = (kind: string) => sql`${`히읗 ${kind} `}::text || lpad(n::text, 5, '0')`
    const numbers = sql`generate_series(1, ${MANY}::integer) as n`
    const idOf = async (table: string) => {
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from ${sql.table(table)} order by name collate "C" desc limit 1`.execute(db)
      return rows[0]!
    }
    await sql`insert into vendors (name) select ${name('업체')} from ${numbers}`.execute(db)
    const vendors = await idOf('vendors')
    await sql`insert into clients (name, email, password_hash, level, vendor_id)
      select ${name('회원')}, 'many-' || n || '@many.local', 'x', 3, ${vendors.id}::integer from ${numbers}`.execute(
      db,
    )
    await sql`insert into models (name, vendor_id) select ${name('모델')}, ${vendors.id}::integer from ${numbers}`.execute(
      db,
    )
    const models = await idOf('models')
    await sql`insert into batches (name, comment, model_id, vendor_id)
      select ${name('그룹')}, 'x', ${models.id}::integer, ${vendors.id}::integer from ${numbers}`.execute(db)
    const batches = await idOf('batches')
    await sql`insert into bunches (name, batch_id)
      select ${name('묶음')}, ${batches.id}::integer from ${numbers}`.execute(db)
    const [clients, bunches] = [await idOf('clients'), await idOf('bunches')]
    const { rows: devices } = await sql<{ id: string; name: string }>`
      select id, regexp_replace(isdn, '^(...)(....)(....)$', '\\1-\\2-\\3') as name
      from devices order by isdn desc limit 1`.execute(db)
    // The device belongs to the last record of each kind.
    await sql`update devices set vendor_id = ${vendors.id}::integer, client_id = ${clients.id}::integer,
      model_id = ${models.id}::integer, batch_id = ${batches.id}::integer, bunch_id = ${bunches.id}::integer
      where id = ${devices[0]!.id}`.execute(db)
    await sql`insert into records (resource, data)
      select 'sims', jsonb_build_object('iccid', '8999' || lpad(n::text, 15, '0'), 'carrier', 'kt', 'device', ${devices[0]!.id}::text) from ${numbers}`.execute(
      db,
    )
    const { rows: sims } = await sql<{ id: number; name: string }>`
      select id, data ->> 'iccid' as name from records where resource = 'sims' order by 2 desc limit 1`.execute(
      db,
    )
    const { rows: methods } = await sql<{ id: number; name: string }>`
      select id, caption as name from methods order by caption collate "C" desc limit 1`.execute(db)
    const refers = {
      company: vendors.id,
      person: clients.id,
      kind: models.id,
      group: batches.id,
      part: bunches.id,
      any: bunches.id,
      command: methods[0]!.id,
      device: devices[0]!.id,
      sim: sims[0]!.id,
    }
    await sql`insert into records (resource, data)
      select 'visits', ${JSON.stringify(refers)}::jsonb || jsonb_build_object('title', ${name('방문')})
      from ${numbers}`.execute(db)
    const { rows: visits } = await sql<{ id: number; name: string }>`
      select id, data ->> 'title' as name from records where resource = 'visits' order by 2 desc limit 1`.execute(
      db,
    )
    return {
      vendors,
      clients,
      models,
      batches,
      bunches,
      methods: methods[0]!,
      devices: devices[0]!,
      sims: sims[0]!,
      visits: visits[0]!,
    }
  } finally {
    await db.destroy()
  }
}

interface Answer {
  url: string
  rows: number
  bytes: number
}

/** The API calls of a page. */
export interface WatchedCalls {
  /** The URL of each call whose response has started. */
  urls: string[]
  /** The size of each response, when all are complete. */
  answers(): Promise<Answer[]>
}

/** Records the API calls of the page from now on. */
export function watchCalls(page: Page): WatchedCalls {
  const urls: string[] = []
  const answers: Promise<Answer>[] = []
  page.on('response', response => {
    const url = response.url()
    if (!new URL(url).pathname.startsWith('/api/')) return
    if (!response.headers()['content-type']?.includes('json')) return
    urls.push(url)
    // A cancelled request counts as empty.
    const text = response.text().catch(() => '{}')
    answers.push(text.then(text => ({ url, bytes: text.length, rows: rowsOf(JSON.parse(text)) })))
  })
  return { urls, answers: () => Promise.all(answers) }
}

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const { payload, data } = (answer ?? {}) as { payload?: unknown; data?: unknown }
  const list = [payload, data].find(Array.isArray)
  return list?.length ?? 0
}
