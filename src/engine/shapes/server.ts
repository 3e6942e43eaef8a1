/** The part of `config/app.json` that only the server knows. */
import { Count, Strict } from './text'

/** How devices are served. */
const Gateway = Strict(
  {
    leaseSeconds: Count(
      'A gateway that is silent for so long loses its parts of the fleet to the others',
      3,
      300,
    ),
    helloSeconds: Count('After a break, devices that are silent for so long count as closed', 2, 300),
    rollCallSeconds: Count(
      'At a broker elsewhere every device is asked so often whether it is there, and more often after a node that MQTT_URL names was gone; with helloSeconds this is how long a device counts as connected that is gone without a trace',
      5,
      3600,
    ),
    connections: Count('The most connections of the broker within the server', 1, 100_000),
    deviceMessages: Count(
      'The most messages of one connection in a second; ten times as many at once',
      1,
      1000,
    ),
    perSecond: Count('The most orders handed out in a second', 1, 100_000),
    inFlight: Count('So many may be unanswered before more are handed out', 1, 1_000_000),
    againSeconds: Count(
      'An unanswered order is sent again after this time, then after twice that …',
      1,
      3600,
    ),
    againMostSeconds: Count('… and at last in this rhythm', 1, 86_400),
    waiting: Count(
      'So many messages of devices may wait to be stored; then telemetry is dropped',
      1000,
      1_000_000,
    ),
    rawHours: Count('Signals are kept as they came for so long', 1, 8760),
    hourlyDays: Count('… then by the hour', 1, 3650),
    dailyDays: Count('… then by the day, and are gone after that', 1, 36_500),
    connectionDays: Count('Past connections are kept for so long', 1, 36_500),
  },
  'How devices are served',
)

export const Server = Strict(
  {
    token: Strict(
      { minutes: Count('How long a sign-in is good without renewal', 1, 60) },
      'The token of a sign-in',
    ),
    session: Strict(
      {
        idleMinutes: Count('A session ends so long after it was last renewed', 1, 10_080),
        hours: Count('A session ends at this age, whatever is done in it', 1, 8760),
      },
      'How long a sign-in lasts',
    ),
    history: Strict(
      { days: Count('What was done is remembered for so long', 1, 36_500) },
      'The history of what was done',
    ),
    signIn: Strict(
      {
        failures: Count('So many failures are allowed', 1, 100),
        originFailures: Count('So many from one place, whatever the accounts', 1, 100_000),
        windowMinutes: Count('Failures older than this are forgotten', 1, 10_080),
        lockMinutes: Count('How long a further try is refused', 1, 10_080),
      },
      'Wrong passwords',
    ),
    social: Strict(
      {
        timeoutSeconds: Count('A provider that does not answer for so long is given up', 1, 60),
        discoveryMinutes: Count('What a provider says of itself is asked for again after this time', 1, 1440),
      },
      'Sign-in by other services',
    ),
    signUp: Strict({ perHour: Count('New accounts from one address in an hour', 1, 10_000) }, 'New accounts'),
    order: Strict(
      {
        expireHours: Count('An order without an end fails after this time', 1, 8760),
        holdSeconds: Count('No device gets an order before: the time to take it back; 0 for none', 0, 3600),
        pastSeconds: Count('A start may lie back so far: clocks differ, and forms take time', 0, 86_400),
        sweepSeconds: Count('How often orders that are past their end are looked for', 1, 3600),
        idempotencyHours: Count('How long a repeated request is recognised', 1, 720),
      },
      'Orders',
    ),
    deviceSecrets: Strict(
      {
        overlapHours: Count('How long the old secret of a device stays good beside a new one', 0, 8760),
      },
      'What devices sign in with',
    ),
    bodyBytes: Count('The largest JSON request', 1024, 104_857_600),
    uploads: Strict(
      {
        atOnce: Count('So many spreadsheets are read at once', 1, 100),
        waiting: Count('So many more wait for their turn; further ones are refused', 0, 1000),
        waitSeconds: Count('Who has waited so long for a turn is refused', 1, 600),
        memoryMb: Count('What reading one may take, in MB', 64, 4096),
      },
      'How spreadsheets are read',
    ),
    bodies: Strict(
      {
        paceBytes: Count('Of what is sent, so many bytes must arrive…', 1, 1_000_000),
        paceSeconds: Count('…in each of these spans of time, or the connection ends', 1, 120),
        originBytes: Count(
          'What one address may be sending at once, in bytes, spreadsheets not counted',
          16_384,
          1_073_741_824,
        ),
        originRequests: Count('From one address, so many requests may be arriving at once', 1, 100_000),
      },
      'How requests arrive',
    ),
    connections: Strict(
      {
        perOrigin: Count('From one address, unless a proxy is trusted', 1, 100_000),
        all: Count('From everywhere', 1, 1_000_000),
      },
      'The most connections at once',
    ),
    live: Strict(
      {
        batchMs: Count('Changes are told to consoles at most this often, in milliseconds', 20, 10_000),
        heartbeatSeconds: Count('A stream without news says so often that it is there', 1, 60),
        recheckSeconds: Count('How often it is looked whether its session and its rights still hold', 1, 300),
        batches: Count('So many past moments are kept, for consoles whose connection broke', 1, 100_000),
        bufferBytes: Count('What may wait for a console that reads slowly', 1024, 1_048_576),
        perSession: Count('Streams of one sign-in: a further one ends the oldest', 1, 100),
        perOrigin: Count('Streams from one address', 1, 100_000),
        all: Count('Streams in all; consoles beyond poll', 1, 1_000_000),
      },
      'The stream of changes',
    ),
    pglite: Strict(
      {
        rosterRows: Count('Without a PostgreSQL: the most rows of a roster', 1, 1_000_000),
        batchDevices: Count('…the most devices that join, leave or lose a batch at once', 1, 1_000_000),
        orderTargets: Count('…the most devices of one order', 1, 1_000_000),
        tidySeconds: Count('…how often it is looked whether there is something to tidy up', 1, 86_400),
      },
      'What the database within the server can do at once',
    ),
    rowErrors: Count('How many wrong cells of a spreadsheet are named', 1, 100_000),
    gateway: Gateway,
  },
  'Known to the server alone; never sent to a browser',
)
