/** The shape of `config/app.json`: product, sign-in, limits and times (§9). */
import Type, { type Static } from 'typebox'
import { Server } from './server'
import { Count, FileShape, Milliseconds, OneOf, StrictObject, TextFor } from './text'

const Dbm = (description: string) => Type.Integer({ minimum: -200, maximum: 0, description })

const Limits = StrictObject(
  {
    pageLimit: Count('Most rows per page of any list', 1, 1000),
    orders: StrictObject(
      {
        perPage: Count('Rows per page', 1, 1000),
        initialTotal: Count('Total shown until the server’s count arrives', 0),
      },
      'List of orders',
    ),
    deviceSearch: StrictObject(
      {
        min: Count('Characters that start a search', 4, 32),
        max: Count('Most hits shown', 1, 1000),
      },
      'Search for devices on the compose page',
    ),
    password: StrictObject(
      {
        min: Count('Fewest characters', 8, 64),
        max: Count('Most characters', 64, 1024),
      },
      'Passwords of accounts',
    ),
    methodBounds: StrictObject(
      {
        min: Type.Number({ description: 'Smallest value; unless the method has its own' }),
        max: Type.Number({ description: 'Largest value; unless the method has its own' }),
      },
      'Bounds of numbers in control commands',
    ),
    signal: StrictObject(
      {
        primary: Dbm('From here up the signal is best'),
        success: Dbm('From here up it is good'),
        warning: Dbm('From here up it is weak; below it is bad'),
      },
      'Signal strengths (dBm) at which the colour changes',
    ),
    upload: StrictObject(
      {
        bytes: Count('Largest file', 1024, 1_073_741_824),
        rows: Count('Most rows', 1, 1_000_000),
      },
      'Uploaded spreadsheets',
    ),
    orderTargets: Count('Most devices of one order', 1, 1_000_000),
    confirmTargets: Count('Devices above which an order must be confirmed; the user types their number', 0),
    orderTitle: Count('Longest title of an order', 1, 10_000),
    serialWidth: Count('Width of serial numbers; shorter ones are padded with zeros', 1, 32),
  },
  'Limits',
)

const Timing = StrictObject(
  {
    noticeMs: Milliseconds('How long notices stay', 1000),
    toastMs: Milliseconds('How long messages of the compose page stay', 1000),
    defaultToastMs: Milliseconds('How long other messages stay', 1000),
    registerMessageMs: Milliseconds('How long messages of the sign-up page stay', 1000),
    requestTimeoutMs: Milliseconds('Time-out of a request', 1000),
    stillWaitingMs: Milliseconds(
      'Time without an answer until the page says so; it then offers to stop waiting',
      1000,
    ),
    screenTimeoutMs: Milliseconds('Time-out of loading a screen', 1000),
    ordersPollMs: Milliseconds(
      'How often the open list of orders reloads; only while there is no stream of changes',
      1000,
    ),
    liveMs: Milliseconds(
      'Shortest time between two reloads caused by changes; rows and open records that load quickly reload after a third of it',
      200,
    ),
    countUpMs: Milliseconds('Duration of animated numbers'),
    idleWarningMs: Milliseconds('How long before the sign-out an idle user is warned'),
    activeWithinMs: Milliseconds('Activity within this time keeps a user signed in'),
  },
  'Times',
)

const SignIn = StrictObject(
  {
    providers: Type.Array(
      StrictObject({
        name: Type.String({
          pattern: '^[a-z][a-z0-9]{0,19}$',
          description: 'Name in addresses; in capitals in the variables OIDC_{NAME}_…',
        }),
        label: Type.Optional(TextFor('Name on the button; google and microsoft have a default')),
      }),
      { maxItems: 8, description: 'Services; in the order of their buttons' },
    ),
  },
  'Sign-in with accounts of other services (OpenID Connect); their secrets are environment variables',
)

export const App = FileShape({
  service: TextFor('Name of the service, in top bar and footer'),
  products: Type.Array(
    StrictObject({
      slug: Type.String({
        pattern: '^[a-z0-9-]{1,40}$',
        description: 'Part of the address /app/main/{slug}',
      }),
      title: TextFor('Shown to users'),
    }),
    { minItems: 1, description: 'Products; users start at the first' },
  ),
  locale: OneOf(['ko', 'en'], 'Language until the user chooses one'),
  theme: OneOf(['dark', 'light'], 'Colours until the user chooses'),
  weekStart: Type.Integer({
    minimum: 1,
    maximum: 7,
    description: 'First day of the week (1 Sunday, 2 Monday …)',
  }),
  signIn: SignIn,
  limits: Limits,
  timing: Timing,
  server: Server,
})
export type App = Static<typeof App>
