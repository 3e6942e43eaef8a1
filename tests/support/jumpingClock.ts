/** A clock that jumps, for a server in a separate process: `Date` is ahead by the milliseconds in a file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterFile } from './afterFile'

const SCRIPT = (file: string) => `
import { readFileSync } from 'node:fs'
const Real = Date
let offset = 0
let readAt = 0
const now = () => {
  const real = Real.now()
  if (real - readAt > 100) {
    readAt = real
    offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
  }
  return real + offset
}
// A proxy, so that dates from other threads are still instances of Date.
globalThis.Date = new Proxy(Real, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, key) => (key === 'now' ? now : target[key]),
})
`

/** @returns the environment of the server, and a function that sets its clock ahead of the true time */
export function jumpingClock(): { env: Record<string, string>; moveBy(milliseconds: number): void } {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-clock-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  const [file, script] = [join(folder, 'moved'), join(folder, 'clock.mjs')]
  const moveBy = (milliseconds: number) => writeFileSync(file, String(milliseconds))
  moveBy(0)
  writeFileSync(script, SCRIPT(file))
  return { env: { NODE_OPTIONS: `--import=${pathToFileURL(script).href}` }, moveBy }
}
