/**
 * The baseline of lists: a server of Fastify, jose and pg alone, which checks the token and returns the rows of a page
 * with the names of their references, by statements as a person would write them.
 */
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import pg from 'pg'

const DEVICES = `
  select d.*, m.name as model, b.name as batch, u.name as bunch, v.name as vendor_name, c.name as client_name
  from (select * from devices order by id limit $1 offset $2) d
  left join models m on m.id = d.model_id left join batches b on b.id = d.batch_id
  left join bunches u on u.id = d.bunch_id left join vendors v on v.id = d.vendor_id
  left join clients c on c.id = d.client_id
  order by d.id`

const ORDERS = `
  select o.*, m.is_read, m.starred from (select * from orders order by id desc limit $1 offset $2) o
  left join order_marks m on m.order_id = o.id and m.client_id = 1 order by o.id desc`

/** @returns a function that asks for the first page of a list */
export async function startBareRoutes(
  connectionString: string,
): Promise<AsyncDisposable & { ask(list: 'devices' | 'orders', rows: number): Promise<unknown> }> {
  const pool = new pg.Pool({ connectionString, max: 10 })
  const key = new TextEncoder().encode(randomUUID() + randomUUID())
  const token = await new SignJWT({ level: 9 }).setProtectedHeader({ alg: 'HS256' }).setSubject('1').sign(key)
  const app = Fastify()
  const serve = (path: string, statement: string) =>
    app.get<{ Querystring: { rows: string } }>(path, async ({ headers, query }) => {
      await jwtVerify((headers.authorization ?? '').slice('Bearer '.length), key)
      const { rows } = await pool.query({ name: path, text: statement, values: [Number(query.rows), 0] })
      return { data: rows }
    })
  serve('/devices', DEVICES)
  serve('/orders', ORDERS)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    async ask(list, rows) {
      const answer = await fetch(`${url}/${list}?rows=${rows}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!answer.ok) throw new Error(`${list} answers ${answer.status}`)
      return answer.json()
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await pool.end()
    },
  }
}
