import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({ entries: { index: 'src/index.ts' }, chunks: {} })
