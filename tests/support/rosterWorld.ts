/**
 * A database for spreadsheets of devices: vendors, their clients, models, groups and bunches, and callers of each
 * level.
 */
import type { Caller } from '../../src/server/caller'
import type { RosterSettings } from '../../src/server/commands/rosters/rosterProblems'
import type { ConfigSource } from '../../src/server/deps'
import type { Db } from '../../src/server/store/database'
import { packageConfig } from './config'
import { newDatabase } from './databases'

export const levels = packageConfig().shared.levels.numbers

const callerOf = (id: number, level: number, vendor: number): Caller => ({
  id,
  level,
  vendor,
  levels,
  name: '',
  email: '',
  session: `session of ${id}`,
  origin: '',
  request: '',
})
export const callers = {
  master: callerOf(1, levels.master, 0),
  vendor: callerOf(2, levels.vendor, 1),
  client: callerOf(3, levels.client, 1),
  otherVendorClient: callerOf(5, levels.client, 2),
}
export type CallerName = keyof typeof callers

export async function newRosterWorld(): Promise<Db> {
  const db = await newDatabase()
  const vendors = ['한빛', '누리', '쌍둥이', '쌍둥이'].map((name, index) => ({ id: index + 1, name }))
  await db.insertInto('vendors').values(vendors).execute()
  const accounts: [vendor: number, level: number, email: string][] = [
    [0, levels.master, 'master@x.kr'],
    [1, levels.vendor, 'hanbit@x.kr'],
    [1, levels.client, 'client@x.kr'],
    [1, levels.client, 'Other@x.kr'],
    [2, levels.client, 'nuri@x.kr'],
  ]
  // Ids are those of `callers`; the sequence gives the following ones to accounts that a test adds.
  const clients = accounts.map(([vendor_id, level, email]) => ({
    vendor_id,
    level,
    email,
    name: email,
    password_hash: 'x',
  }))
  await db.insertInto('clients').values(clients).execute()
  const sessions = clients.map((_, index) => ({ id: `session of ${index + 1}`, client_id: index + 1 }))
  await db.insertInto('sessions').values(sessions).execute()
  const models = ['FT-100', 'FT-200', 'GW-50'].map((name, index) => ({ id: index + 1, name }))
  await db.insertInto('models').values(models).execute()
  const batches = [
    { id: 1, vendor_id: 1, model_id: 1, name: '수도권 화물 1차' },
    { id: 2, vendor_id: 1, model_id: 1, name: '수도권 화물 2차' },
    { id: 3, vendor_id: 1, model_id: 2, name: '영남 간선' },
    { id: 4, vendor_id: 2, model_id: 1, name: '누리 그룹' },
    { id: 5, vendor_id: 1, model_id: 1, name: '쌍둥이' },
    { id: 6, vendor_id: 1, model_id: 1, name: '쌍둥이' },
  ]
  await db.insertInto('batches').values(batches).execute()
  const bunches = [
    { id: 1, batch_id: 1, name: '강북 허브' },
    { id: 2, batch_id: 3, name: '부산 신항' },
  ]
  await db.insertInto('bunches').values(bunches).execute()
  return db
}

/** What a command that reads a sheet needs besides the file. */
export const rosterSettings = (config: ConfigSource, more: Partial<RosterSettings> = {}): RosterSettings => ({
  ...config.current(),
  locale: 'ko',
  translate: config.translate,
  now: new Date(),
  ...more,
})
