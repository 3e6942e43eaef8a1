/** Builds the OpenAPI 3.1 document of the contract. TypeBox schemas are used as they are: they are JSON Schema. */
import type { TSchema } from 'typebox'
import type { Endpoint } from './endpoint'
import { ErrorBody } from './envelope'

type Json = Record<string, unknown>

export interface OpenApiInfo {
  title: string
  version: string
  /** URL of the server; `/` if absent. */
  server?: string
}

/** The document as plain JSON. */
export function openApi(calls: readonly { name: string; endpoint: Endpoint }[], info: OpenApiInfo): Json {
  const paths: Record<string, Json> = {}
  for (const { name, endpoint } of calls) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version },
    servers: [{ url: info.server ?? '/' }],
    paths,
    components: {
      schemas: { Error: plain(ErrorBody) },
      responses: {
        Error: {
          description: 'Refused; the message says why in the language of Accept-Language',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(name: string, endpoint: Endpoint): Json {
  const { access, summary, body, takes, gives, answer } = endpoint
  const withoutSchema = gives === 'events' ? stream : download
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    summary,
    security: access === 'public' ? [] : [{ token: [] }],
    ...(access !== 'public' && { description: `From level ${access} up.` }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(body && { requestBody: { required: true, content: takes === 'upload' ? upload : json(body) } }),
    responses: {
      200: { description: 'Done', content: answer ? json(answer) : withoutSchema },
      default: { $ref: '#/components/responses/Error' },
    },
  }
}

const json = (schema: TSchema): Json => ({ 'application/json': { schema: plain(schema) } })

const download = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }

const stream = { 'text/event-stream': { schema: { type: 'string' } } }

const upload = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary', description: 'One spreadsheet, xlsx or csv' } },
    },
  },
}

function parameters(schema: TSchema | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required = [] } = plain(schema) as {
    properties: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

/** Drops TypeBox's non-enumerable properties. */
const plain = (schema: TSchema): Json => JSON.parse(JSON.stringify(schema)) as Json
