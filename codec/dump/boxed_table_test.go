package dump

import "testing"

func TestTablesWithBorders(t *testing.T) {
	checkForms(t, []formCase{
		{"Spark", "+----------+---------+-------+\n|row       |timestamp|value  |\n+----------+---------+-------+\n" +
			"|[51 07]   |17       |[C1 00]|\n|[12]      |18       |NULL   |\n|[]        |19       |[00]   |\n+----------+---------+-------+\n\n",
			"boxed-table", "4 row=5107 value=c100 @17\n5 row=12 @18\n6 row= value=00 @19"},
		{"Spark, some rows", "scala> df.show()\n+-------+-------+\n|    key|  value|\n+-------+-------+\n|[51 07]|[C1 00]|\n+-------+-------+\nonly showing top 1 row\n",
			"boxed-table", "5 key=5107 value=c100"},
		{"texts in columns of parts", "+-------+------+---------+-----+\n|    row|family|qualifier|notes|\n+-------+------+---------+-----+\n|[51 07]|     f|     [65]|  a b|\n+-------+------+---------+-----+\n",
			"boxed-table", "4 row=5107 family=66 qualifier=65"},
		{"MySQL", "+--------+------+\n| key    | note |\n+--------+------+\n| 0x5107 | ab   |\n| 0x5108 | NULL |\n+--------+------+\n2 rows in set (0.00 sec)\n",
			"boxed-table", "4 key=5107\n5 key=5108"},
		{"Hive repeats the header", "+------+\n| row  |\n+------+\n| 00ff |\n+------+\n| row  |\n+------+\n| 01ff |\n+------+\n", "boxed-table", "4 row=00ff\n8 row=01ff"},
		{"a damaged cell", "+---+\n|row|\n+---+\n|[51 07]|\n|[5107]|\n|[51 08]|\n+---+\n", "=boxed-table",
			"4 row=5107\nline 5: expected two hex digits a byte in column 1, found \"5107\"\n6 row=5108"},
	})
	res, err := ParseText([]byte("+--------------------+\n|                 row|\n+--------------------+\n|[51 07 C1 08 34 6...|\n+--------------------+\n"), Options{})
	if err != nil || res.Form.ID != "boxed-table" || len(res.Rows) != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	if d, b := res.Rows[0].Detail, res.Rows[0].Entry.Parts[0].Bytes; d.Exact || d.Note != noteSparkCut || string(b) != "\x51\x07\xc1\x08\x34" {
		t.Errorf("% x, %+v", b, d)
	}
}

func TestOtherHexDumps(t *testing.T) {
	const wireshark = "0000   51 07 c1 08 34 69 74 65 6d 2d 31 00 2b a9 5c 63   Q...4item-1.+.\\c\n0010   11 29                                             .)\n"
	const want = "1 bytes=5107c108346974656d2d31002ba95c631129"
	checkForms(t, []formCase{
		{"Wireshark", wireshark, "hexdump-other", want},
		{"without text", "0000   51 07 c1 08 34 69 74 65 6d 2d 31 00 2b a9 5c 63\n0010   11 29\n", "hexdump-other", want},
		{"a gap after eight bytes", "0000  51 07 c1 08 34 69 74 65  6d 2d 31 00 2b a9 5c 63\n0010  11 29\n", "hexdump-other", want},
		{"tcpdump", "\t0x0000:  5107 c108 3469 7465 6d2d 3100 2ba9 5c63  Q...4item-1.+.\\c\n\t0x0010:  1129                                     .)\n", "hexdump-other", want},
		{"lldb", "0x7ff0: 51 07 c1 08 34 69 74 65 6d 2d 31 00 2b a9 5c 63  Q...4item-1.+.\\c\n0x8000: 11 29  .)\n", "hexdump-other", want + " +32752"},
		{"text that looks like hex", "0000   61 62 20 63 64   ab cd\n0005   65 66   ef\n", "hexdump-other", "1 bytes=61622063646566"},
		// Without offsets that fit it is hex.
		{"keys", "0000 51 07\n0001 51 08\n", "hex-lines", "1 bytes=00005107\n2 bytes=00015108"},
		{"one line", "0000 51 07\n", "hex", "1 bytes=00005107"},
		{"a line lost", "0000 51 07\n0002 51 07\n0008 51 07\n", "=hexdump-other", "line 3: expected offset 4, found \"0008 51 07\""},
	})
	res, _ := ParseText([]byte("0000   51 07   Q.\n0002   51 07   Qx\n"), Options{})
	if res.Rows[0].Detail.Exact {
		t.Error("the text column differs, and nobody says so")
	}
}
