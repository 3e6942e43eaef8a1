/** A client whose types openapi-typescript generates from `/api/openapi.json` compiles, and reads real answers. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { seedSmallFleet, USERS } from '../support/callMatrix'
import { newDatabase } from '../support/databases'
import { startTestApp } from '../support/server'
import { root } from '../support/source'

const run = promisify(execFile)
/** The generator prints types with TypeScript 5; the client is compiled with the TypeScript of the project. */
const GENERATOR = join(root, 'tests/apiClient/node_modules/openapi-typescript/bin/cli.js')
const TSC = join(root, 'node_modules/typescript/bin/tsc')
const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2022'],
  module: 'nodenext',
  types: [],
}

const CLIENT = `
import type { paths } from './api.js'

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
} ? Body : never

export function imeisOf({ data, count }: Answer<'/api/devices'>): [string[], number] {
  return [data.map(({ id }) => id), count]
}

export function nameOf(model: Answer<'/api/resources/models/{id}'>): string {
  return model.name
}

export function vendorNames({ payload }: Answer<'/api/admin/vendors'>): string[] {
  // @ts-expect-error: a vendor has no such field
  payload[0]?.nonsense
  return payload.map(({ name }) => name)
}

// @ts-expect-error: there is no such call
export type Nowhere = Answer<'/api/nowhere'>

// @ts-expect-error: an IMEI is no number
export const wrong = (answer: Answer<'/api/devices'>): number[] => answer.data.map(({ id }) => id)
`

interface Client {
  imeisOf: (answer: unknown) => [string[], number]
  nameOf: (answer: unknown) => string
  vendorNames: (answer: unknown) => string[]
}

it('the generated client compiles in strict mode, and reads the answers of the server', async () => {
  await using folder = await temporaryFolder()
  const db = await newDatabase()
  await seedSmallFleet(db)
  const api = await startTestApp(db)
  const answerTo = async (path: string) => (await api.ask(USERS.master, path)).json()
  await writeFile(folder.file('openapi.json'), JSON.stringify(await answerTo('/api/openapi.json')))
  await writeFile(folder.file('package.json'), '{ "type": "module" }')
  await writeFile(folder.file('client.ts'), CLIENT)
  await run(process.execPath, [GENERATOR, folder.file('openapi.json'), '-o', folder.file('api.d.ts')])
  await writeFile(folder.file('tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
  const compiled = run(process.execPath, [TSC], { cwd: folder.file('.') })
  await compiled.catch(({ stdout }) => expect(stdout).toBe(''))

  const client: Client = await import(folder.file('client.js'))
  const devices = await answerTo('/api/devices')
  expect(devices.count).toBeGreaterThan(0)
  const imeis = devices.data.map(({ id }: { id: string }) => id)
  expect(client.imeisOf(devices)).toEqual([imeis, devices.count])
  expect(client.nameOf(await answerTo('/api/resources/models/1'))).toEqual(expect.any(String))
  expect(client.vendorNames(await answerTo('/api/admin/vendors'))).toContain('한빛텔레매틱스')
})

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'api-client-'))
  return {
    file: (name: string) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  }
}
