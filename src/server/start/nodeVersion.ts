/** Refuses a version of Node that is older than package.json demands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../packageRoot'
import { StartProblem } from './startProblem'

/** @throws StartProblem */
export function assertNode(running = process.versions.node): void {
  const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const needed = engines.node.replace('>=', '')
  // `numeric` compares 20.9 and 20.19 by their numbers.
  if (running.localeCompare(needed, 'en', { numeric: true }) < 0)
    throw new StartProblem('nodeTooOld', { needed, running })
}
