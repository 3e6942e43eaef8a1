/**
 * `npm run import -- contracts file.xlsx [--mode add|update|both] [--as e-mail] [--column "Header=field"]…`: imports
 * the records of a spreadsheet as the console does, all or none. FLEET_DATA or DATABASE_URL names the database; without
 * --as the first active master imports. `--column "Note="` leaves a column out, `--column "*="` every unknown one.
 */
import { createReadStream, existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { ColumnMapping } from '../../contract/devices'
import type { RowError } from '../../contract/envelope'
import type { ImportMode } from '../../contract/imports'
import { normalEmail } from '../../domain/email'
import type { Caller } from '../../server/caller'
import { activeMasters } from '../../server/commands/accounts/makeMaster'
import { endSession, findCaller, openSession } from '../../server/commands/accounts/sessions'
import { importSheet } from '../../server/commands/imports/importSheet'
import { withPgliteLimits } from '../../server/commands/pgliteLimits'
import { installed, openConfig } from '../../server/config/openConfig'
import { Refusal } from '../../server/refusal'
import { configOf } from '../../server/roles'
import { readEnv } from '../../server/start/env'
import { openStore } from '../../server/start/openStore'
import { terminalLocale } from '../../server/start/startProblem'
import type { Db } from '../../server/store/database'
import { done, failed, runCommand } from '../command'

const MODES: readonly ImportMode[] = ['add', 'update', 'both']

await runCommand(async (args, sentence) => {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      mode: { type: 'string', default: 'add' },
      as: { type: 'string' },
      column: { type: 'string', multiple: true, default: [] },
    },
    strict: false,
  })
  const [resource, file, ...extraArguments] = positionals
  const mode = MODES.find(name => name === values.mode)
  const address = typeof values.as === 'string' ? values.as : undefined
  const mapping = mappingOf([values.column].flat().map(String))
  if (!resource || !file || !mode || !mapping || extraArguments.length > 0)
    return failed(sentence('import.usage'))
  if (!existsSync(file)) return failed(sentence('import.noFile', { file }))
  const env = readEnv(process.env)
  const source = await openConfig({ ...installed(env), watch: false })
  const { levels } = source.current().shared
  await using db = await openStore(env)
  const email = normalEmail(address ?? (await activeMasters(db, levels.numbers))[0] ?? '')
  const locale = terminalLocale()
  const now = new Date()
  const session = await sessionFor(db, email, now)
  if (!session) return failed(sentence('import.noAccount', { email }))
  try {
    const caller = await callerOf(db, session, { config: source.current(), now })
    if (!caller) return failed(sentence('import.noAccount', { email }))
    const imported = await withPgliteLimits(db, configOf(source, caller), 'rosterRows', config =>
      importSheet(
        db,
        caller,
        createReadStream(file),
        { ...config, locale, translate: source.translate, now, mapping },
        { resource, mode },
      ),
    )
    const { added, changed, unchanged } = imported
    return done(sentence('import.done', { added, changed, unchanged }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const params = Object.entries(error.params).flatMap(([name, value]) =>
      typeof value === 'object' ? [] : [[name, value] as const],
    )
    const text = source.translate(locale, `errors.${error.code}`, Object.fromEntries(params))
    return failed(text, ...table(error.details.rows ?? []))
  } finally {
    await endSession(db, session.id)
  }
})

/** The columns of `Header=field`; `undefined` if one of the texts is not of this form. */
function mappingOf(texts: readonly string[]): ColumnMapping | undefined {
  const pairs = texts.map(text => /^(.+)=([\w.]*)$/s.exec(text.trim()))
  if (!pairs.every(pair => pair !== null)) return undefined
  return Object.fromEntries(pairs.map(([, header, field]) => [header!.trim(), field || null]))
}

interface Session {
  id: string
  user: number
}

/** Opens a session for the account with this address: the rights of a caller are those of its session. */
async function sessionFor(db: Db, email: string, now: Date): Promise<Session | undefined> {
  const account = await db
    .selectFrom('clients')
    .where(sql`lower(email)`, '=', email)
    .select('id')
    .executeTakeFirst()
  if (!account) return undefined
  const requester = { origin: 'npm run import', browser: '' }
  return { id: await openSession(db, account.id, { ...requester, now }), user: account.id }
}

function callerOf(
  db: Db,
  { id, user }: Session,
  context: Pick<Parameters<typeof findCaller>[2], 'config' | 'now'>,
): Promise<Caller | undefined> {
  return findCaller(
    db,
    { session: id, user, expires: 0 },
    { ...context, origin: 'npm run import', request: '' },
  )
}

/** The refused cells as lines of a table: row, column, reason. */
function table(rows: readonly RowError[]): string[] {
  const width = Math.max(0, ...rows.map(({ column }) => column.length))
  return rows.map(
    ({ row, column, message }) => `${String(row).padStart(6)}  ${column.padEnd(width)}  ${message}`,
  )
}
