/** Social sign-in (§2 Register, decision 34): a page that the browser goes to, and that leads it back to the login. */
import type { FastifyInstance } from 'fastify'
import { SOCIALS, type Social } from '../../domain/social'
import { Refusal } from '../refusal'

export function socialRoutes(app: FastifyInstance): void {
  app.get<{ Params: { social: string } }>(
    '/auth/signin/:social',
    { config: { access: 'public' } },
    async ({ params: { social } }, reply) => {
      if (!isSocial(social)) throw new Refusal(404, 'notFound')
      // Whatever `app` says, the way back is this console's own: a link must not lead strangers elsewhere.
      return reply.redirect(`/login?${new URLSearchParams({ social, problem: 'unconfigured' })}`, 303)
    },
  )
}

const isSocial = (name: string): name is Social => (SOCIALS as readonly string[]).includes(name)
