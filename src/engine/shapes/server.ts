/** The shape of `server` in `config/app.json`, which is never sent to browsers. */
import Type from 'typebox'
import { Count, StrictObject } from './text'

const Gateway = StrictObject(
  {
    leaseSeconds: Count('Silence after which a gateway loses its devices to others', 3, 300),
    helloSeconds: Count(
      'How long a device may take to report again after its broker or gateway was away before it counts as offline',
      2,
      300,
    ),
    rollCallSeconds: Count(
      'How often devices at an external broker are asked for their presence; more often after a node named in MQTT_URL was down. A device that vanishes counts as connected for at most this time plus helloSeconds',
      5,
      3600,
    ),
    connections: Count('Most connections of the built-in broker', 1, 100_000),
    deviceMessages: Count(
      'Most messages of one connection per second; ten times as many in a burst',
      1,
      1000,
    ),
    perSecond: Count('Most orders sent per second', 1, 100_000),
    inFlight: Count('Most unanswered orders; further ones wait', 1, 1_000_000),
    againSeconds: Count(
      'An unanswered order is sent again after this time; each further wait doubles',
      1,
      3600,
    ),
    againMostSeconds: Count('Longest wait before it is sent again', 1, 86_400),
    waiting: Count(
      'Most device messages waiting to be stored; beyond that, telemetry is dropped',
      1000,
      1_000_000,
    ),
    rawHours: Count('How long signals are kept as received', 1, 8760),
    hourlyDays: Count('How long hourly signals are kept', 1, 3650),
    dailyDays: Count('How long daily signals are kept', 1, 36_500),
    connectionDays: Count('How long past connections are kept', 1, 36_500),
  },
  'Serving of devices',
)

export const Server = StrictObject(
  {
    token: StrictObject(
      { minutes: Count('How long a token is valid without renewal', 1, 60) },
      'Token of a sign-in',
    ),
    session: StrictObject(
      {
        idleMinutes: Count('A session ends this long after its last renewal', 1, 10_080),
        hours: Count('A session ends at this age', 1, 8760),
        wallHours: Type.Optional(
          Count('Age at which the session of a wall display (`?wall=1`) ends; it may only read', 1, 8760),
        ),
      },
      'Sessions',
    ),
    history: StrictObject(
      { days: Count('How long the history is kept: at least a year, as Korean law requires', 365, 36_500) },
      'History of changes',
    ),
    signIn: StrictObject(
      {
        failures: Count('Failures allowed', 1, 100),
        originFailures: Count('Failures allowed from one address, over all accounts', 1, 100_000),
        windowMinutes: Count('Failures older than this are forgotten', 1, 10_080),
        lockMinutes: Count('How long further attempts are refused', 1, 10_080),
      },
      'Failed sign-ins',
    ),
    social: StrictObject(
      {
        timeoutSeconds: Count('Time-out of a request to a provider', 1, 60),
        discoveryMinutes: Count('How long the metadata of a provider is cached', 1, 1440),
      },
      'Sign-in with other services',
    ),
    signUp: StrictObject({ perHour: Count('New accounts per address and hour', 1, 10_000) }, 'New accounts'),
    order: StrictObject(
      {
        expireHours: Count('An order without an end fails after this time', 1, 8760),
        holdSeconds: Count('How long an order can be taken back before devices get it; 0 for none', 0, 3600),
        pastSeconds: Count(
          'How far in the past a start may lie; clocks differ, and forms take time',
          0,
          86_400,
        ),
        sweepSeconds: Count('How often expired orders are looked for', 1, 3600),
        idempotencyHours: Count('How long a repeated request is recognised', 1, 720),
      },
      'Orders',
    ),
    deviceSecrets: StrictObject(
      {
        overlapHours: Count('How long the old secret stays valid beside a new one', 0, 8760),
        afterMoveDays: Count(
          'After a move to another vendor, the old secret may stay valid until the new one is first used; at most this long',
          1,
          3650,
        ),
      },
      'Secrets of devices',
    ),
    bodyBytes: Count('Largest JSON request', 1024, 104_857_600),
    uploads: StrictObject(
      {
        atOnce: Count('Spreadsheets read at once', 1, 100),
        waiting: Count('Spreadsheets that may wait; further ones are refused', 0, 1000),
        waitSeconds: Count('Longest wait; then the upload is refused', 1, 600),
        memoryMb: Count('Memory to read one, in MB', 64, 4096),
      },
      'Reading of spreadsheets',
    ),
    bodies: StrictObject(
      {
        paceBytes: Count(
          'Bytes that must arrive in each span of paceSeconds; otherwise the connection is closed',
          1,
          1_000_000,
        ),
        paceSeconds: Count('Span for paceBytes', 1, 120),
        originBytes: Count(
          'Bytes that one address may be sending at once; spreadsheets do not count',
          16_384,
          1_073_741_824,
        ),
        originRequests: Count('Requests that one address may be sending at once', 1, 100_000),
      },
      'Arriving requests',
    ),
    connections: StrictObject(
      {
        perOrigin: Count('From one address; not limited if a proxy is trusted', 1, 100_000),
        all: Count('From everywhere', 1, 1_000_000),
      },
      'Most connections at once',
    ),
    live: StrictObject(
      {
        batchMs: Count('Shortest time between two batches of changes (ms)', 20, 10_000),
        heartbeatSeconds: Count('Interval of heartbeats without news', 1, 60),
        recheckSeconds: Count('How often session and rights are checked again', 1, 300),
        batches: Count('Past batches kept for consoles that reconnect', 1, 100_000),
        bufferBytes: Count('Bytes that may wait for a slow console', 1024, 1_048_576),
        perSession: Count('Streams of one sign-in; a further one ends the oldest', 1, 100),
        perOrigin: Count('Streams from one address', 1, 100_000),
        all: Count('Streams in all; further consoles poll', 1, 1_000_000),
      },
      'Stream of changes',
    ),
    pglite: StrictObject(
      {
        rosterRows: Count('Most rows of a roster', 1, 1_000_000),
        batchDevices: Count(
          'Most devices that are put into a batch, taken out of it, or left without it by its deletion, at once',
          1,
          1_000_000,
        ),
        orderTargets: Count('Most devices of one order', 1, 1_000_000),
        tidySeconds: Count('How often to check for space to free', 1, 86_400),
      },
      'Limits of the built-in database (PGlite)',
    ),
    rowErrors: Count('Most wrong cells of a spreadsheet that are listed', 1, 100_000),
    gateway: Gateway,
  },
  'For the server only; never sent to browsers',
)
