package dump

import "testing"

func TestTablesWithALineAColumn(t *testing.T) {
	const stars = "***************************"
	checkForms(t, []formCase{
		{"Spark", "-RECORD 0--------\n row       | [51 07] \n timestamp | 17      \n value     | [C1 00] \n" +
			"-RECORD 1--------\n row       | [12]    \n timestamp | 18      \n value     | NULL    \n-RECORD 10-------\n row       | []      \n timestamp | 19      \n value     | [00]    \n\n",
			"spark-vertical", "1 row=5107 value=c100 @17\n5 row=12 @18\n9 row= value=00 @19"},
		{"Spark, some rows", "scala> df.show(1, false, true)\n-RECORD 0---------\n key   | [51 07] \n value | [C1 00] \nonly showing top 1 row\n",
			"spark-vertical", "2 key=5107 value=c100"},
		{"MySQL", stars + " 1. row " + stars + "\n  key: 0x5107\nvalue: 0xC100\n" + stars + " 2. row " + stars + "\n  key: 0x5108\nvalue: NULL\n2 rows in set (0.00 sec)\n",
			"mysql-vertical", "1 key=5107 value=c100\n4 key=5108"},
		{"MySQL, with its prompt", "mysql> select * from t\\G\n" + stars + " 1. row " + stars + "\n key: 0x5107\nnote: a: b\n1 row in set (0.00 sec)\n\nmysql>\n",
			"mysql-vertical", "2 key=5107"},
		{"a damaged cell", "-RECORD 0---\n row | [51 07] \n-RECORD 1---\n row | [5107] \n-RECORD 2---\n row | [51 08] \n", "=spark-vertical",
			"1 row=5107\nline 4: expected two hex digits a byte in column 1, found \"5107\"\n5 row=5108"},
		{"a line that is no column", stars + " 1. row " + stars + "\nkey: 0x5107\nvalue\n" + stars + " 2. row " + stars + "\nkey: 0x5108\nvalue: 0x00\n", "=mysql-vertical",
			"line 3: expected a column of the row above, as `name | value` or `name: value`, found \"value\"\n4 key=5108 value=00"},
	})
}
