/**
 * Counts devices row by row, with the interface of `counters.ts`, for callers with a row rule for devices: the
 * maintained sums cannot apply such a rule.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CountedFigures, type Figure, figuresIn, NAMED_SHARES, type RegionCount } from './countedFigures'
import { type CountedBy, countConditions, type countersOf } from './counters'
import { readValue } from './counts'
import type { Db } from './database'
import { allOf } from './sql'

const FIGURES = sql`count(*)::integer as devices, (count(*) filter (where online))::integer as linked`

/** @param devices condition on the rows to count */
export function countedRows(db: Db, devices: RawBuilder<SqlBool>): ReturnType<typeof countersOf> {
  const countWhere = (conditions: readonly RawBuilder<unknown>[]) =>
    sql<number>`(select count(*)::integer from devices where ${allOf([devices, ...conditions])})`
  return {
    count: ({ online, ...by }: CountedBy) =>
      readValue(
        db,
        countWhere([
          ...countConditions(by),
          ...(online === undefined ? [] : [sql`devices.online = ${online}`]),
        ]),
      ),

    ofBatch: batch => countWhere([sql`devices.batch_id = ${batch}`]),

    async regions() {
      const { rows } = await sql<RegionCount>`
        select coalesce(sido, '') as sido, ${FIGURES} from devices where ${devices}
          group by 1 order by coalesce(sido, '') collate "C"`.execute(db)
      return rows
    },

    async figures(): Promise<CountedFigures> {
      // Reads each row once for all four tables.
      const { rows } = await sql<Figure>`
        with counted as materialized (
          select sido, model_id, vendor_id, client_id, ${FIGURES} from devices where ${devices} group by 1, 2, 3, 4
        ),
        shares as (
          select 'regions' as of, 0 as id, coalesce(sido, '') as sido, ${SUMS} from counted group by 3
          union all select 'models', model_id, '', ${SUMS} from counted group by model_id
          union all select 'vendors', vendor_id, '', ${SUMS} from counted where vendor_id > 0 group by vendor_id
          union all select 'clients', client_id, '', ${SUMS} from counted where client_id > 0 group by client_id
        )
        ${NAMED_SHARES}`.execute(db)
      return figuresIn(rows)
    },
  }
}

const SUMS = sql`sum(devices)::integer as devices, sum(linked)::integer as linked`
