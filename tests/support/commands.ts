/** The commands of `npm run`, as processes. */
import { execFile } from 'node:child_process'
import { packageRoot } from '../../src/server/packageRoot'
import { bundled } from './bundle'

interface Run {
  flags?: readonly string[]
  /** The process inherits PATH only. */
  env?: Record<string, string>
  /** The lines that a user types. */
  input?: string
}

/** Runs a script of `src/tools` until it ends. */
export async function runCommand(name: string, { flags = [], env, input }: Run = {}) {
  const script = await bundled(name)
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    const child = execFile(
      process.execPath,
      ['--liftoff-only', script, ...flags],
      { cwd: packageRoot, env: { PATH: process.env.PATH, ...env } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    )
    child.stdin?.end(input)
  })
}
