/** `config/app.json`: the product itself, its limits and its times (§9). */
import Type, { type Static } from 'typebox'
import { Server } from './server'
import { Count, Few, FileShape, Milliseconds, Strict, TextFor } from './text'

const Dbm = (description: string) => Type.Integer({ minimum: -200, maximum: 0, description })

const Limits = Strict(
  {
    pageLimit: Count('The most rows of a page that anybody may ask for', 1, 1000),
    orders: Strict(
      {
        perPage: Count('Rows of a page of orders', 1, 1000),
        initialTotal: Count('Total shown until the server’s count arrives', 0),
      },
      'The list of orders',
    ),
    deviceSearch: Strict(
      {
        min: Count('So many characters start a search for devices', 4, 32),
        max: Count('The most hits shown', 1, 1000),
      },
      'The search for devices in compose',
    ),
    password: Strict(
      {
        min: Count('Least number of characters', 8, 64),
        max: Count('Greatest number of characters', 64, 1024),
      },
      'Passwords of accounts',
    ),
    methodBounds: Strict(
      {
        min: Type.Number({ description: 'Least value of an order method that names none' }),
        max: Type.Number({ description: 'Greatest value of an order method that names none' }),
      },
      'Bounds of numbers in order methods',
    ),
    signal: Strict(
      {
        primary: Dbm('From here up the signal is best'),
        success: Dbm('From here up it is good'),
        warning: Dbm('From here up it is weak; below it is bad'),
      },
      'From which signal strength in dBm on it has which colour',
    ),
    upload: Strict(
      {
        bytes: Count('The largest spreadsheet', 1024, 1_073_741_824),
        rows: Count('The most rows of a spreadsheet', 1, 1_000_000),
      },
      'Spreadsheets that are uploaded',
    ),
    orderTargets: Count('The most devices of one order', 1, 1_000_000),
    confirmTargets: Count('Above so many devices the user types their number before the order is sent', 0),
    orderTitle: Count('The longest title of an order', 1, 10_000),
    serialWidth: Count('Serial numbers are padded with zeros to this width', 1, 32),
  },
  'What is too much, too little, too long',
)

const Timing = Strict(
  {
    noticeMs: Milliseconds('How long notices stay', 1000),
    toastMs: Milliseconds('How long the short messages of compose stay', 1000),
    defaultToastMs: Milliseconds('How long other messages stay', 1000),
    registerMessageMs: Milliseconds('How long the messages of sign-up stay', 1000),
    requestTimeoutMs: Milliseconds('When a request is given up', 1000),
    stillWaitingMs: Milliseconds(
      'Without an answer for so long the page says that it still waits, and offers to stop',
      1000,
    ),
    screenTimeoutMs: Milliseconds('When loading a screen is given up', 1000),
    ordersPollMs: Milliseconds(
      'How often the open list of orders and its counts are read again while no stream tells of changes',
      1000,
    ),
    liveMs: Milliseconds(
      'What changes by itself is read again at most this often; rows and open records that are read quickly, in a third of it',
      200,
    ),
    countUpMs: Milliseconds('How long animated numbers run'),
    idleWarningMs: Milliseconds('An idle user is warned this long before being signed out'),
    activeWithinMs: Milliseconds('Who did something within this time stays signed in'),
  },
  'How long things take and stay',
)

const SignIn = Strict(
  {
    providers: Type.Array(
      Strict({
        name: Type.String({
          pattern: '^[a-z][a-z0-9]{0,19}$',
          description: 'In addresses, and in capitals in the variables OIDC_{NAME}_…',
        }),
        label: Type.Optional(TextFor('How users call it; google and microsoft have their own names')),
      }),
      { maxItems: 8, description: 'In the order of their buttons' },
    ),
  },
  'Other services by whose accounts users sign in (OpenID Connect); their secrets are in the environment',
)

export const App = FileShape({
  service: TextFor('Name of the service: top bar and footer'),
  products: Type.Array(
    Strict({
      slug: Type.String({ pattern: '^[a-z0-9-]{1,40}$', description: 'In the address: /app/main/{slug}' }),
      title: TextFor('What users read'),
    }),
    { minItems: 1, description: 'The first is where users land' },
  ),
  locale: Few(['ko', 'en'], 'The language until the user chooses'),
  theme: Few(['dark', 'light'], 'The colours until the user chooses'),
  weekStart: Type.Integer({
    minimum: 1,
    maximum: 7,
    description: 'First day of the week: 1 Sunday, 2 Monday …',
  }),
  signIn: SignIn,
  limits: Limits,
  timing: Timing,
  server: Server,
})
export type App = Static<typeof App>
