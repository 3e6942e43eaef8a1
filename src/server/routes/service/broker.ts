/**
 * Access checks for MQTT brokers (`gateway/brokers.md`): brokers post forms and get `allow` or `deny`. These routes
 * exist only with `BROKER_SECRET`. They are not in the contract, since the console does not call them.
 */
import type { FastifyInstance } from 'fastify'
import { PUBLIC_BODY_BYTES } from '../../../contract/endpoint'
import type { Deps } from '../../deps'
import { BROKER_QUESTIONS, BrokerAnswers } from '../../gateway/brokerAnswers'
import { Tally } from '../../gateway/tally'
import { brokerUrl } from '../../start/env'

export async function brokerRoutes(app: FastifyInstance, { db, now, env }: Deps): Promise<void> {
  if (!env.brokerSecret) return
  const tally = new Tally(app.log, 'broker: devices were denied in the last minute')
  app.addHook('onClose', async () => tally.stop())
  const answers = new BrokerAnswers(db, now, brokerUrl(env), tally)
  await app.register(async forms => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new Map(new URLSearchParams(String(body)))),
    )
    const settings = { config: { access: 'broker' }, bodyLimit: PUBLIC_BODY_BYTES } as const
    for (const question of BROKER_QUESTIONS)
      forms.post<{ Body?: Map<string, string> }>(
        `/broker/${question}`,
        settings,
        async ({ body, headers }, reply) => {
          const word = (await answers.allows(question, body ?? new Map())) ? 'allow' : 'deny'
          // EMQX reads JSON, RabbitMQ the bare word.
          if (headers.accept?.includes('application/json')) return { result: word }
          return reply.type('text/plain').send(word)
        },
      )
  })
}
