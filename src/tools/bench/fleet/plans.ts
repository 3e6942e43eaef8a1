/** Checks how PostgreSQL executes the statements of a list: by indexes, and without sorting more than it shows. */
import { type CompiledQuery, type RootOperationNode, sql } from 'kysely'
import type { Db } from '../../../server/store/database'

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** @returns the same database, and a function that returns the statements executed by it since the last call */
export function recordStatements(db: Db): { db: Db; taken(): Statement[] } {
  const nodes = new WeakMap<object, RootOperationNode>()
  let executed: RootOperationNode[] = []
  const recorded = db.withPlugin({
    transformQuery({ node, queryId }) {
      nodes.set(queryId, node)
      return node
    },
    // Subqueries are transformed too, but have no result.
    async transformResult({ result, queryId }) {
      executed.push(nodes.get(queryId)!)
      return result
    },
  })
  const executor = db.getExecutor()
  return {
    db: recorded as Db,
    taken() {
      const statements = executed.map(node => executor.compileQuery(node, { queryId: '' }))
      executed = []
      return statements
    },
  }
}

/** Executes a statement. @returns its plan, with the rows of each step */
export async function planOf(db: Db, statement: Statement): Promise<string> {
  const query = {
    sql: `explain (analyze, costs off, timing off, summary off) ${statement.sql}`,
    parameters: statement.parameters,
  }
  const { rows } = await db.executeQuery<Record<string, string>>({ ...sql`select`.compile(db), ...query })
  return rows.map(row => Object.values(row)[0]).join('\n')
}

/** The steps of a plan that read all devices or orders, or sort more than `maxSorted` rows. */
export function slowSteps(plan: string, maxSorted: number): string[] {
  return plan.split('\n').flatMap(line => {
    const step = line.trim()
    if (/Seq Scan on (devices|orders)\b/.test(step)) return [step]
    const sorted = /(?<!Incremental )Sort .*actual rows=([\d.]+)/.exec(step)
    return sorted && Number(sorted[1]) > maxSorted ? [step] : []
  })
}
