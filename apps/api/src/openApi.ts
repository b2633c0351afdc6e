import { commonQuery, errorBody } from '@foyer/protocol'
import type { Route } from '@foyer/server'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Services } from './services.ts'

type JsonSchema = ReturnType<typeof toJsonSchema>

/** Generates the OpenAPI document from the schemas that validate the calls. */
export function createOpenApi(routes: readonly Route<Services>[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { endpoint, options } = route
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: {
        summary: endpoint.summary,
        parameters: [
          ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string' },
          })),
          ...queryParameters(commonQuery),
          ...queryParameters(endpoint.query),
        ],
        ...(endpoint.body && {
          requestBody: { required: true, content: json(endpoint.body, 'input') },
        }),
        responses: {
          [String(options.status ?? 200)]: {
            description: 'The answer.',
            content:
              endpoint.response === 'image' ? { 'image/*': {} } : json(endpoint.response, 'output'),
          },
          default: { description: 'What went wrong.', content: json(errorBody, 'output') },
        },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer API',
      version: '0.1.0',
      description:
        'Wallet directory, images and chain data. Each call carries projectId; a page also needs its origin on the project’s list.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
  }
}

function json(schema: v.GenericSchema, typeMode: 'input' | 'output') {
  return { 'application/json': { schema: describe(schema, typeMode) } }
}

function queryParameters(schema: v.GenericSchema) {
  const { properties = {}, required = [] } = describe(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}

/** Omits what JSON Schema can not express (trimming, parsing numbers). */
function describe(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = toJsonSchema(schema as never, {
    errorMode: 'ignore',
    typeMode,
  })
  return described
}
