import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, openDatabase } from '../../src/server/store/database'
import { DatabaseGone } from '../../src/server/store/failures'
import { PgliteThread } from '../../src/server/store/pglite/pgliteThread'
import { createDatabase, openFolder } from '../support/databases'
import { startTestApp, type TestApp } from '../support/server'

const call = (fleet: TestApp, token: string) =>
  fleet.app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { authorization: `Bearer ${token}` },
  })

describe('when PGlite breaks down', () => {
  test('what was under way gets 503, what was written stays, and the next request finds it again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-gone-'))
    const threads: Worker[] = []
    const remember = (thread: Worker) => void threads.push(thread)
    process.on('worker', remember)
    const db = await openFolder(folder)
    try {
      const fleet = await startTestApp(db)
      const token = await fleet.tokenOf('client@test.local')
      const underWay = sql`select count(*) from generate_series(1, 100000000)`.execute(db)
      const waiting = call(fleet, token)
      await Promise.all([expect(underWay).rejects.toThrow(DatabaseGone), threads[0]!.terminate()])
      expect([200, 503]).toContain((await waiting).statusCode)
      expect((await call(fleet, token)).statusCode).toBe(200)
      expect(threads).toHaveLength(2)
    } finally {
      process.off('worker', remember)
      await db.destroy()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('when the disk is full', () => {
  test('a thread that does not answer any more is ended; with room again the next one finds what was written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-full-'))
    let full = false
    const thread = new PgliteThread({ folder: join(folder, 'pg') }, async () => full)
    const ask = (text: string) => thread.ask({ do: 'query', sql: text, parameters: [] })
    try {
      await ask('create table kept (n int); insert into kept values (7)')
      // It stands for one that runs in a circle; with room it would be let to finish.
      const stuck = ask('select count(*) from generate_series(1, 10000000000)')
      full = true
      await expect(stuck).rejects.toThrow(DatabaseGone)
      full = false
      expect((await ask('select n from kept')).rows).toEqual([{ n: 7 }])
    } finally {
      await thread.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('when PostgreSQL goes away', () => {
  let line: Line
  let fleet: TestApp
  let token: string

  beforeAll(async () => {
    const url = new URL(await createDatabase())
    line = await Line.to(url.hostname, Number(url.port || 5432))
    url.hostname = '127.0.0.1'
    url.port = String(line.port)
    const db = await openDatabase({ url: url.href })
    fleet = await startTestApp(db)
    token = await fleet.tokenOf('client@test.local')
  })
  afterAll(async () => {
    line.mend()
    await fleet.db.destroy()
    await line.close()
  })

  test.each(['cut', 'freeze'] as const)(
    '(%s) requests get 503 in JSON within five seconds, and answers once it is back',
    async how => {
      expect((await call(fleet, token)).statusCode).toBe(200)
      line[how]()
      const began = performance.now()
      const gone = await call(fleet, token)
      expect(performance.now() - began).toBeLessThan(5000)
      expect([gone.statusCode, gone.json().code]).toEqual([503, 'databaseGone'])
      line.mend()
      expect((await call(fleet, token)).statusCode).toBe(200)
    },
  )

  test('a query that ends while we ask whether the server is there stays answered, and its connection good', async () => {
    const broken: unknown[] = []
    const note = (cause: unknown) => void broken.push(cause)
    process.on('unhandledRejection', note)
    try {
      // The answer comes between the question, after two seconds, and its failure.
      const slow = sql`select pg_sleep(2.6), 1 as one`.execute(fleet.db)
      await new Promise(resolve => setTimeout(resolve, 500))
      line.keepOut(1_500)
      expect((await slow).rows).toMatchObject([{ one: 1 }])
      expect((await call(fleet, token)).statusCode).toBe(200)
      await expect.poll(() => line.keptOut).toBe(1)
      await new Promise(resolve => setTimeout(resolve, 200))
      expect(broken).toEqual([])
      expect((await call(fleet, token)).statusCode).toBe(200)
    } finally {
      process.off('unhandledRejection', note)
      line.mend()
    }
  })

  test('a server without a connection left for our question is there', async () => {
    const url = new URL(await createDatabase())
    const admin = await openDatabase({ url: url.href })
    const role = `few_${Date.now()}`
    await sql
      .raw(`create role ${role} login connection limit 1; grant all on schema public to ${role}`)
      .execute(admin)
    const db = await connectDatabase({ url: Object.assign(url, { username: role }).href })
    try {
      const { rows } = await sql`select pg_sleep(3), 1 as one`.execute(db)
      expect(rows).toMatchObject([{ one: 1 }])
    } finally {
      await db.destroy()
      await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(admin)
      await admin.destroy()
    }
  })

  test('a query that only takes long is let to finish', async () => {
    const { rows } = await sql`select pg_sleep(3), 1 as one`.execute(fleet.db)
    expect(rows).toMatchObject([{ one: 1 }])
  })
})

/** A wire to the database that can be cut, or go silent. */
class Line {
  #state: 'good' | 'cut' | 'silent' = 'good'
  #keptOutMs = 0
  /** New connections that were held and dropped. */
  keptOut = 0
  #sockets = new Set<Socket>()

  private constructor(
    readonly server: Server,
    readonly host: string,
    readonly target: number,
  ) {
    server.on('connection', socket => this.#carry(socket))
  }

  static async to(host: string, target: number): Promise<Line> {
    const line = new Line(createServer(), host, target)
    await new Promise<void>(resolve => line.server.listen(0, '127.0.0.1', resolve))
    return line
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  cut(): void {
    this.#state = 'cut'
    for (const socket of this.#sockets) socket.destroy()
  }

  freeze(): void {
    this.#state = 'silent'
  }

  /** Holds new connections so long and drops them; those that stand go on. */
  keepOut(milliseconds: number): void {
    this.#keptOutMs = milliseconds
  }

  mend(): void {
    this.#state = 'good'
    this.#keptOutMs = 0
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise(resolve => this.server.close(() => resolve()))
  }

  #carry(near: Socket): void {
    if (this.#state === 'cut') {
      near.destroy()
      return
    }
    if (this.#keptOutMs > 0) {
      setTimeout(() => {
        near.destroy()
        this.keptOut++
      }, this.#keptOutMs)
      return
    }
    const far = connect(this.target, this.host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', bytes => this.#state !== 'silent' && to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
    }
  }
}
