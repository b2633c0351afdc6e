import { getConfig } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'

/** A site's settings are in its own options, so this has none. */
export const getConfigRoute = defineRoute(getConfig, ofProject, async () => ({ features: [] }))
