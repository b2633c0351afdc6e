import type { enActivity } from './enActivity.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of what a history has and what it lacks. */
export const arActivity: WordsOf<typeof enActivity> = {
  'activity.since': 'منذ {date}.',
  'activity.missing': 'لا يظهر هنا: {list}.',
  'activity.missingInternal': 'العملات المرسلة من العقود',
  'activity.missingApprovals': 'الأذونات',
  'activity.missingFailed': 'المعاملات الفاشلة',
  'activity.missingPast': 'تحويلات {symbol} الأقدم',
  'activity.missingTokens': 'بعض الرموز',
  'activity.missingOther': 'بعض النشاط الآخر',
  'activity.backfill': 'لا تزال قراءة النشاط الأقدم جارية: {percent}.',
}
