export { judgeWithRemark } from './markdown/remark-judge.ts';
