/**
 * `npm run test:stress -- FILE…`: repeats each test file, spec or sweep twenty times (`--times 5`: five times) while
 * other processes keep all cores busy, and stops at the first failure. For new tests that depend on time or order.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { printStep, runInChromium, runStep, vitestStep } from './steps'

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' } },
})
if (files.length === 0) throw new Error('Name test files: npm run test:stress -- tests/server/events.test.ts')

const busyProcesses = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
process.on('exit', () => {
  for (const child of busyProcesses) child.kill('SIGKILL')
})

const inChromium = files.filter(file => /\.(spec|sweep)\.ts$/.test(file))
const inNode = files.filter(file => !inChromium.includes(file))
const times = Number(values.times)

for (let round = 1; round <= times; round++) {
  const titleOf = (group: string[]) => `${round} of ${times}: ${group.join(' ')}`
  if (inNode.length > 0) endIfFailed(await vitestOnce(titleOf(inNode)))
  if (inChromium.length > 0) endIfFailed(await browserOnce(titleOf(inChromium)))
}
// Also ends the busy processes (see above).
process.exit()

function endIfFailed(result: Awaited<ReturnType<typeof runStep>>): void {
  if (!printStep(result).ok) process.exit(1)
}

function vitestOnce(name: string) {
  const { args = [], ...step } = vitestStep(name, 'vitest')
  return runStep({ ...step, args: [...inNode, ...args] })
}

/** Tests the last build (`npm run build`): this command makes none. */
function browserOnce(name: string) {
  const isBuilt = true
  return runInChromium(name, 'browser', isBuilt, inChromium)
}
