import type { enAccountType } from './enAccountType.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts about the types of an account. Names are isolated, since they may run from left to right. */
export const arAccountType: WordsOf<typeof enAccountType> = {
  'accountType.ready':
    'عند تنفيذ عدة أمور معًا لأول مرة تتم ترقية حسابك على \u2068{network}\u2069. ويبقى عنوانه كما هو.',
  'accountType.upgraded':
    'تمت ترقيته على \u2068{network}\u2069: عدة أمور تحتاج تأكيدًا واحدًا، وتتم كلها أو لا يتم شيء منها.',
  'accountType.plain': 'كل أمر تقوم به معاملة مستقلة.',
  'accountType.absent': 'لا توجد حسابات ذكية على \u2068{network}\u2069.',
  'accountType.undo': 'التراجع عن الترقية على \u2068{network}\u2069',
  'accountType.undone': 'يعود حسابك على \u2068{network}\u2069 حسابًا عاديًا بعد تأكيد الشبكة.',
}
