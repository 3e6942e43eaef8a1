/** COPY with all of its rows at once, which are its one parameter (`copyMany`). */
import type pg from 'pg'
import { from } from 'pg-copy-streams'

type Answered = (error: Error | null, result?: Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>) => void

export function copyIn(client: pg.ClientBase, sql: string, rows: string, answered: Answered): void {
  const copying = client.query(from(sql))
  copying.on('error', error => answered(error))
  copying.on('finish', () => answered(null, { command: 'COPY', rowCount: copying.rowCount, rows: [] }))
  copying.end(rows)
}
