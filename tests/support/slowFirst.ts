/** The order of test files: what takes longest begins early, so that at the end nobody waits for one of them. */
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They start servers and wait for them. */
const SLOW = [
  'start',
  'backup',
  'gatewayFaults',
  'databaseGone',
  'crash',
  'account',
  'gatewayProcess',
  'gatewayLeases',
  'pgbouncer',
  'roster',
]

/** Component tests first: all of a project at a time, since a process imports for one of them. */
function rank({ moduleId, project }: TestSpecification): number {
  if (project.name === 'console') return -1
  const at = SLOW.indexOf(basename(moduleId).split('.', 1)[0]!)
  return at < 0 ? SLOW.length : at
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
